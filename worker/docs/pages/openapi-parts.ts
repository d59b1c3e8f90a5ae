import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import type { Parameter } from '#worker/docs/openapi/parameters.ts'
import type { Schema } from '#worker/docs/openapi/part.ts'
import type { Content, Response } from '#worker/docs/openapi/responses.ts'

export type Operation = {
  operationId: string
  summary: string
  description: string
  security: readonly object[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, Response>>
}

const methods = { get: 'GET', post: 'POST', delete: 'DELETE' } as const

export function operationOf(
  { paths }: OpenApiDocument,
  operationId: string,
): { path: string; method: 'GET' | 'POST' | 'DELETE'; operation: Operation } {
  const all: Readonly<Record<string, { [Method in keyof typeof methods]?: Operation }>> = paths
  for (const [path, operations] of Object.entries(all)) {
    for (const method of ['get', 'post', 'delete'] as const) {
      const operation = operations[method]
      if (operation?.operationId === operationId) return { path, method: methods[method], operation }
    }
  }
  throw new Error(`The document has no operation ${operationId}`)
}

export function schemaOf(document: OpenApiDocument, name: string): Schema {
  const schema = document.components.schemas[name]
  if (!schema) throw new Error(`The document has no schema ${name}`)
  return schema
}

export function fieldOf(document: OpenApiDocument, name: string, field: string): Schema {
  const schema = schemaOf(document, name).properties?.[field]
  if (typeof schema !== 'object') throw new Error(`${name} has no field ${field}`)
  return schema as Schema
}

export function listedCodes(description: string | undefined): { code: string; text: string }[] {
  return [...(description ?? '').matchAll(/^(?:- )?`([A-Z_\d]+)`: (.+)$/gm)].map(
    ([, code = '', text = '']) => ({
      code,
      text,
    }),
  )
}
