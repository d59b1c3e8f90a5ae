import { openApiDocument } from './openapi/document.ts'
import { countriesPage } from './reference/countries-page.ts'
import { referencePage } from './reference/page.ts'
import { tokensFor } from './reference/tokens.ts'

/** `styles` is the docs' own stylesheet, `productStyles` the one that declares the design tokens. */
type Sources = { version: string; styles: string; productStyles: string }

/** The public docs: the text of each file by its path on the site. */
export function docsFiles({ version, styles, productStyles }: Sources): Readonly<Record<string, string>> {
  const document = openApiDocument(version)
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'docs/index.html': referencePage(document),
    'docs/countries/index.html': countriesPage(),
    'docs/styles.css': `${tokensFor(styles, productStyles)}\n${styles}`,
  }
}
