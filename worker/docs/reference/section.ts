import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import type { Schema } from '#worker/docs/openapi/schemas.ts'
import type { Html } from './html.ts'

/** A part of the page under a heading of the second level. Titles are plain text. */
export type Section = {
  id: string
  title: string
  /** What the table of contents shows under it. */
  within?: readonly { id: string; title: string }[]
  content: Html
}

/** A schema of the document by its name; throws where there is none. */
export function schemaOf(document: OpenApiDocument, name: string): Schema {
  const schema = document.components.schemas[name]
  if (!schema) throw new Error(`the document has no schema ${name}`)
  return schema
}

/** A field of a schema; throws where there is none. */
export function fieldOf(document: OpenApiDocument, name: string, field: string): Schema {
  const schema = schemaOf(document, name).properties?.[field]
  if (typeof schema !== 'object') throw new Error(`${name} has no field ${field}`)
  return schema as Schema
}

/** The call that all is about. */
export const validateCall = (document: OpenApiDocument) => document.paths['/api/tinproof/validate'].post

/** A code and its text, as the document lists them in Markdown: one after "- " or in a paragraph of its own. */
export function listedCodes(description: string | undefined): { code: string; text: string }[] {
  return [...(description ?? '').matchAll(/^(?:- )?`([A-Z_]+)`: (.+)$/gm)].map(
    ([, code = '', text = '']) => ({
      code,
      text,
    }),
  )
}
