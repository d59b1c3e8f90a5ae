import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenApiDocument, openApiDocument } from './document.ts'

const root = join(import.meta.dirname, '../../..')

/** A file of Pages: the Worker has none of it. */
export const openApiPath = join(root, 'web/public/openapi.json')

/** The document of the version that package.json names. */
export function currentDocument(): OpenApiDocument {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return openApiDocument(version)
}

export const openApiFile = (): string => `${JSON.stringify(currentDocument(), null, 2)}\n`
