import { type EndpointError, errorsOfEndpoint, withToken } from './endpoint-errors.ts'
import type { EndpointId } from './endpoints.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { type Schema, schemaRef } from './schema.ts'

export type Examples = Readonly<Record<string, { summary?: string; value: unknown }>>
type MediaType = { schema: Schema; examples: Examples }

export type Content = { 'application/json': MediaType; 'application/problem+json'?: MediaType }

export type Response = { description: string; headers: ReturnType<typeof headersOf>; content?: Content }

export const json = (schema: Schema | string, examples: Examples): Content => ({
  'application/json': { schema: typeof schema === 'string' ? schemaRef(schema) : schema, examples },
})

export const example = (schema: string, summary: string, value: unknown): Content =>
  json(schema, { example: { summary, value } })

type FileType = 'text/csv' | 'application/x-ndjson' | 'application/zip'

/** Cast: only the JSON of errors, requests and other calls is read by its type. */
export const file = (type: FileType, schema: Schema, examples: Examples = {}): Content =>
  ({ [type]: { schema: { type: 'string', ...schema }, examples } }) as object as Content

export const commonHeaders: readonly HeaderName[] = ['X-Request-Id', 'Server-Timing']
/** A request that fails on settings ends before the timer starts, so it has no Server-Timing header. */
const commonHeadersOf = (errors: readonly EndpointError[]): Required<Headers> =>
  errors.some(({ code }) => code === 'SETTINGS_INVALID')
    ? { always: ['X-Request-Id'], sometimes: ['Server-Timing'] }
    : { always: commonHeaders, sometimes: [] }
export const limits: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']

type Headers = { always?: readonly HeaderName[]; sometimes?: readonly HeaderName[] }
type HeadersByStatus = Readonly<Record<number, Headers>>

const usualHeaders: HeadersByStatus = {
  400: { always: limits },
  401: { sometimes: [...limits, 'WWW-Authenticate'] },
  403: { sometimes: [...limits, 'WWW-Authenticate'] },
  404: { always: limits },
  409: { always: limits, sometimes: ['Retry-After'] },
  413: { always: limits },
  415: { always: limits },
  422: { always: limits },
  429: { always: [...limits, 'Retry-After'] },
  503: { sometimes: [...limits, 'Retry-After'] },
}

const headersByStatus: Partial<Record<EndpointId, HeadersByStatus>> = {
  ...Object.fromEntries(withToken.map((call) => [call, usualHeaders])),
  validate: {
    ...usualHeaders,
    413: {},
    415: {},
    429: { always: limits, sometimes: ['Retry-After'] },
    503: { sometimes: ['Retry-After'] },
  },
  createSandboxToken: { 429: { always: ['Retry-After'] } },
  readHealth: { 429: { always: ['Retry-After'] } },
}

/** As a problem (RFC 9457), an error has the same schema. */
export const errorContent = (examples: Examples, schema: Schema | string = 'Error'): Content => ({
  ...json(schema, examples),
  'application/problem+json': { schema: schemaRef('Error'), examples: {} },
})

function errorResponse(endpoint: EndpointId, status: number, errors: readonly EndpointError[]): Response {
  const { always = [], sometimes = [] } = headersByStatus[endpoint]?.[status] ?? {}
  const common = commonHeadersOf(errors)
  return {
    description: errors.map(({ text }) => text).join('\n\n'),
    headers: headersOf([...common.always, ...always], [...common.sometimes, ...sometimes]),
    content: errorContent(Object.fromEntries(errors.map(({ code, body }) => [code, { value: body }]))),
  }
}

export const errorResponses = (endpoint: EndpointId): Record<string, Response> =>
  Object.fromEntries(
    [...errorsOfEndpoint(endpoint)].map(([status, errors]) => [
      status,
      errorResponse(endpoint, status, errors),
    ]),
  )
