import { withToken } from './endpoint-errors.ts'
import { type EndpointId, endpoints, every } from './endpoints.ts'
import { type HeaderName, headersOf } from './headers.ts'
import type { Parameter } from './parameters.ts'
import { type Content, commonHeaders, errorResponses, type Response } from './responses.ts'

type Call = {
  summary: string
  description: string
  parameters?: readonly Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Readonly<Record<number, Response>>
}

export type Calls = Readonly<Record<EndpointId, Call>>
export type Operation = Omit<ReturnType<typeof operation>, 'operationId'> & { operationId: string }
export type Paths = Record<string, { [Method in 'get' | 'post' | 'patch' | 'delete']?: Operation }>

const operation = (operationId: EndpointId, { responses, ...rest }: Call) => ({
  operationId,
  tags: [endpoints[operationId].tag],
  security: withToken.includes(operationId) ? [{ apiToken: [] as string[] }] : [],
  ...rest,
  responses: { ...errorResponses(operationId), ...responses } as Record<string, Response>,
})

export function pathsOf(calls: Calls): Paths {
  const paths: Paths = {}
  for (const id of every) {
    const { path, method } = endpoints[id]
    paths[path] = { ...paths[path], [method]: operation(id, calls[id]) }
  }
  return paths
}

type Headers = { always?: readonly HeaderName[]; sometimes?: readonly HeaderName[] }

export const response = (
  description: string,
  content?: Content,
  { always = [], sometimes = [] }: Headers = {},
): Response => ({
  description,
  headers: headersOf([...commonHeaders, ...always], sometimes),
  ...(content && { content }),
})
