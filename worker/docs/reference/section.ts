import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import type { Schema } from '#worker/docs/openapi/schemas.ts'
import type { Html } from './html.ts'

export type Section = {
  id: string
  title: string
  subsections?: readonly { id: string; title: string }[]
  content: Html
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

export const validateOperation = (document: OpenApiDocument) => document.paths['/api/tinproof/validate'].post

export function listedCodes(description: string | undefined): { code: string; text: string }[] {
  return [...(description ?? '').matchAll(/^(?:- )?`([A-Z_]+)`: (.+)$/gm)].map(
    ([, code = '', text = '']) => ({
      code,
      text,
    }),
  )
}
