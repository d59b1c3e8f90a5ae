import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentDocument } from '#worker/docs/openapi/file.ts'
import { referencePage } from './page.ts'
import { tokensFor } from './tokens.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(path, 'utf8')

const folder = join(root, 'web/public/docs')
/** Files of Pages: at /docs/ and /docs/styles.css. */
export const referencePath = join(folder, 'index.html')
export const referenceStylesPath = join(folder, 'styles.css')

export const referenceFile = (): string => referencePage(currentDocument())

/** The style of the page, in the product's own colours. */
export function referenceStyles(): string {
  const styles = read(join(import.meta.dirname, 'styles.css'))
  return `${tokensFor(styles, read(join(root, 'web/styles.css')))}\n${styles}`
}
