import * as z from 'zod'
import { type CallId, calls } from '#worker/docs/openapi/calls.ts'
import type { OpenApiDocument, Response } from '#worker/docs/openapi/document.ts'
import type { Schema } from '#worker/docs/openapi/schemas.ts'

type Answer = { status: number; headers: Headers; body: unknown }

/** What a caller may read of an answer's headers; the rest is of the transport, of browsers and of caches. */
const toldHeaders =
  /^(ratelimit|ratelimit-policy|retry-after|server-timing|x-request-id|www-authenticate|etag)$/i

/** The responses of a call by their status. */
export function responsesOf(document: OpenApiDocument, call: CallId): Readonly<Record<string, Response>> {
  const { method, path } = calls[call]
  const operations: Readonly<Record<string, Record<string, { responses: Record<string, Response> }>>> =
    document.paths
  return operations[path]?.[method]?.responses ?? {}
}

/**
 * The schema as zod has it, with no room for what is not told: no key but those that are named, no code but those that
 * are listed.
 */
export function strictly(document: OpenApiDocument, schema: Schema): z.ZodType {
  const components = Object.entries(document.components.schemas)
  const $defs = Object.fromEntries(components.map(([name, component]) => [name, closed(component)]))
  return z.fromJSONSchema({ ...closed(schema), $defs })
}

/** A schema stays one; what is within it is no business of the types. */
const closed = (schema: Schema) => closedPart(schema) as Schema

function closedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedPart)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, 'x-extensible-enum': codes, ...rest } = value as Schema
  if ($ref !== undefined) return { $ref: $ref.replace('#/components/schemas/', '#/$defs/') }
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, closedPart(part)])),
    ...(codes && { enum: codes }),
    ...(rest.type === 'object' && { additionalProperties: false }),
  }
}

/** In what an answer differs from the document; nothing for one that fits. */
export function misfits(document: OpenApiDocument, call: CallId, answer: Answer): string[] {
  const response = responsesOf(document, call)[answer.status]
  if (!response) return [`${call} is not said to answer ${answer.status}`]
  return [...misfitsOfBody(document, response, answer), ...misfitsOfHeaders(response, answer)]
}

function misfitsOfBody(
  document: OpenApiDocument,
  { content }: Response,
  { body, headers }: Answer,
): string[] {
  if (!content) return body === undefined ? [] : ['a body']
  const { schema, examples } = content['application/json']
  const isJson = headers.get('Content-Type')?.startsWith('application/json')
  const result = strictly(document, schema).safeParse(body)
  const { code } = Object(body) as { code?: string }
  return [
    ...(isJson ? [] : ['a body that is no JSON']),
    ...(result.success ? [] : [z.prettifyError(result.error)]),
    ...(code === undefined || code in examples ? [] : [`the code ${code}`]),
  ]
}

function misfitsOfHeaders({ headers: told }: Response, { headers }: Answer): string[] {
  const missing = Object.entries(told)
    .filter(([name, header]) => '$ref' in header && !headers.get(name))
    .map(([name]) => `no ${name}`)
  const known = new Set(Object.keys(told).map((name) => name.toLowerCase()))
  const unknown = [...headers.keys()].filter((name) => toldHeaders.test(name) && !known.has(name))
  return [...missing, ...unknown.map((name) => `the header ${name}`)]
}
