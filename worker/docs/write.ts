import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { countriesPage, pagePath } from './countries-page.ts'
import { openApiFile, openApiPath } from './openapi/file.ts'
import { referenceFile, referencePath, referenceStyles, referenceStylesPath } from './reference/file.ts'

const files = {
  [pagePath]: countriesPage(),
  [openApiPath]: openApiFile(),
  [referencePath]: referenceFile(),
  [referenceStylesPath]: referenceStyles(),
}
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
