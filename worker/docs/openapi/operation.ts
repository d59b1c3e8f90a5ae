import type { EndpointId } from './endpoints.ts'
import { type HeaderName, headersOf } from './headers.ts'
import type { Parameter } from './parameters.ts'
import { type Content, commonHeaders, errorResponses, type Response } from './responses.ts'

type Operation = {
  tag: string
  summary: string
  description: string
  needsToken?: boolean
  parameters?: readonly Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Readonly<Record<number, Response>>
}

export const operation = (
  operationId: EndpointId,
  { tag, needsToken = false, responses, ...rest }: Operation,
) => ({
  operationId,
  tags: [tag],
  security: needsToken ? [{ apiToken: [] as string[] }] : [],
  ...rest,
  responses: { ...errorResponses(operationId), ...responses } as Record<string, Response>,
})

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
