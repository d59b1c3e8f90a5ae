import { openApiDocument } from './openapi/document.ts'
import { countriesPage } from './reference/countries-page.ts'
import { designTokensFor } from './reference/design-tokens.ts'
import { referencePage } from './reference/reference-page.ts'

/** `styles` is the docs' own stylesheet, `productStyles` the one that declares the design tokens. */
type Sources = { version: string; styles: string; productStyles: string }

/** The public docs: the text of each file by its path on the site. */
export function docsFiles({ version, styles, productStyles }: Sources): Readonly<Record<string, string>> {
  const document = openApiDocument(version)
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'docs/index.html': referencePage(document),
    'docs/countries/index.html': countriesPage(),
    'docs/styles.css': `${designTokensFor(styles, productStyles)}\n${styles}`,
  }
}
