import { openApiDocument } from './openapi/document.ts'
import { countriesPage } from './reference/countries-page.ts'
import { designTokensFor } from './reference/design-tokens.ts'
import { referencePage } from './reference/reference-page.ts'

type Sources = { version: string; styles: string; productStyles: string }

export function docsFiles({ version, styles, productStyles }: Sources): Readonly<Record<string, string>> {
  const document = openApiDocument(version)
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'docs/index.html': referencePage(document),
    'docs/countries/index.html': countriesPage(),
    'docs/styles.css': `${designTokensFor(styles, productStyles)}\n${styles}`,
  }
}
