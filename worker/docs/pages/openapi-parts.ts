import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { type EndpointId, endpoints, slugOf } from '#worker/docs/openapi/endpoints.ts'
import type { Schema } from '#worker/docs/openapi/schema.ts'

const methods = { get: 'GET', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const

export function operationOf({ paths }: OpenApiDocument, id: EndpointId) {
  const { path, method } = endpoints[id]
  const operation = paths[path]?.[method]
  if (!operation) throw new Error(`The document has no operation ${id}`)
  const files = ['csv', 'ndjson'].flatMap((type) => {
    const file = paths[`${path}/${type}`]?.[method]
    return file ? [{ path: `${path}/${type}`, operation: file }] : []
  })
  return { path, method: methods[method], slug: slugOf(id), operation, files }
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
