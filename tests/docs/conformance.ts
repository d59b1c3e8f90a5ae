import * as z from 'zod'
import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { type EndpointId, endpoints } from '#worker/docs/openapi/endpoints.ts'
import type { Content, Response } from '#worker/docs/openapi/responses.ts'
import type { Schema } from '#worker/docs/openapi/schema.ts'

export type Answer = { status: number; headers: Headers; body: unknown }

/** Headers that the document must list. */
const documentedHeaders =
  /^(content-disposition|idempotent-replayed|ratelimit|ratelimit-policy|retry-after|server-timing|x-request-id|www-authenticate|etag|location)$/i

export type FileType = 'csv' | 'ndjson'
/** Calls with a file have a path for each type of file. */
export type CallId = EndpointId | `${'createBatch' | 'getBatchResults' | 'importMonitors'}/${FileType}`

type Operation = { requestBody?: { content: Content }; responses: Readonly<Record<string, Response>> }

export function operationOf(document: OpenApiDocument, call: CallId): Operation | undefined {
  const [id, file] = call.split('/') as [EndpointId, FileType | undefined]
  const { method, path } = endpoints[id]
  const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = document.paths
  return operations[file ? `${path}/${file}` : path]?.[method]
}

/** An endpoint's responses by status. */
export const responsesOf = (document: OpenApiDocument, call: CallId): Readonly<Record<string, Response>> =>
  operationOf(document, call)?.responses ?? {}

const strictSchemas = new WeakMap<Schema, z.ZodType>()

/** A zod schema that allows only documented keys, codes and events. It takes milliseconds to make. */
export function strictSchema(document: OpenApiDocument, schema: Schema): z.ZodType {
  const components = Object.entries(document.components.schemas)
  const events = components.flatMap(([name]) => (/.Event$/.test(name) ? { $ref: `#/$defs/${name}` } : []))
  const $defs = () => ({
    ...Object.fromEntries(components.map(([name, component]) => [name, closed(component)])),
    Event: { anyOf: events },
  })
  const made = strictSchemas.get(schema) ?? z.fromJSONSchema({ ...closed(schema), $defs: $defs() })
  strictSchemas.set(schema, made)
  return made
}

/** Cast: closing a schema returns a schema. */
const closed = (schema: Schema) => closedPart(schema) as Schema

function closedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedPart)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, 'x-extensible-enum': codes, ...rest } = value as Schema
  if ($ref !== undefined) return { $ref: $ref.replace('#/components/schemas/', '#/$defs/') }
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, closedPart(part)])),
    ...(codes && { enum: codes }),
    ...(rest.properties && { additionalProperties: false }),
  }
}

/** Differences between a response and the document. */
export function mismatches(document: OpenApiDocument, call: CallId, answer: Answer): string[] {
  const response = responsesOf(document, call)[answer.status]
  if (!response) return [`${call} does not document status ${answer.status}`]
  return [...bodyMismatches(document, response, answer), ...headerMismatches(response, answer)]
}

function bodyMismatches(
  document: OpenApiDocument,
  { content }: Response,
  { body, headers }: Answer,
): string[] {
  if (!content) return body === undefined ? [] : ['a body']
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  const documented = Object.entries(content).find(([name]) => name === type)
  if (!documented) return [`a body of the type ${type}`]
  const [, { schema }] = documented
  const result = strictSchema(document, schema).safeParse(body)
  const { code } = Object(body) as { code?: string }
  return [
    ...(result.success ? [] : [z.prettifyError(result.error)]),
    ...(code === undefined || Object.values(content).some(({ examples }) => code in examples)
      ? []
      : [`the code ${code}`]),
  ]
}

function headerMismatches({ headers: documented }: Response, { headers }: Answer): string[] {
  const missing = Object.entries(documented)
    .filter(([name, header]) => '$ref' in header && !headers.get(name))
    .map(([name]) => `no ${name}`)
  const known = new Set(Object.keys(documented).map((name) => name.toLowerCase()))
  const unknown = [...headers.keys()].filter((name) => documentedHeaders.test(name) && !known.has(name))
  return [...missing, ...unknown.map((name) => `the header ${name}`)]
}
