import { callText } from './call-texts.ts'
import { withToken } from './endpoint-errors.ts'
import { type EndpointId, endpoints, every } from './endpoints.ts'
import { type HeaderName, headersOf } from './headers.ts'
import type { Parameter } from './parameters.ts'
import { type Content, commonHeaders, errorResponses, limits, type Response } from './responses.ts'

type Success = {
  content?: Content
  always?: readonly HeaderName[]
  sometimes?: readonly HeaderName[]
}

type Call = {
  parameters?: readonly Parameter[]
  requestBody?: Content
  responses: Readonly<Record<number, Success | Response>>
}

export type Calls = Readonly<Record<EndpointId, Call>>
export type Operation = Omit<ReturnType<typeof operation>, 'operationId'> & { operationId: string }
export type Paths = Record<string, { [Method in 'get' | 'post' | 'patch' | 'delete']?: Operation }>

function operation(operationId: EndpointId, { parameters, requestBody, responses }: Call) {
  const texts = callText(operationId)
  const needsToken = withToken.includes(operationId)
  const usual = [...commonHeaders, ...(needsToken ? limits : [])]
  const toResponse = (status: string, { content, always = [], sometimes }: Success): Response => {
    const description = texts.responses[status]
    if (!description) throw new Error(`calls.md has no text of ${operationId}, ${status}`)
    return { description, headers: headersOf([...usual, ...always], sometimes), ...(content && { content }) }
  }
  const successes = Object.entries(responses).map(([status, response]) => [
    status,
    'headers' in response ? response : toResponse(status, response),
  ])
  return {
    operationId,
    tags: [endpoints[operationId].tag],
    summary: texts.summary,
    description: texts.operation,
    security: needsToken ? [{ apiToken: [] as string[] }] : [],
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody: { required: true, content: requestBody } }),
    responses: { ...errorResponses(operationId), ...Object.fromEntries(successes) } as Record<
      string,
      Response
    >,
  }
}

export function pathsOf(calls: Calls): Paths {
  const paths: Paths = {}
  for (const id of every) {
    const { path, method } = endpoints[id]
    paths[path] = { ...paths[path], [method]: operation(id, calls[id]) }
  }
  return paths
}
