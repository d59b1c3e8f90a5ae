import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { code, type Html, heading, html, inlineMarkdown, markdown, table } from './html.ts'
import { fieldOf, listedCodes, type Section } from './section.ts'

function codeTable(document: OpenApiDocument, name: 'Warning' | 'ValidationError', title: string): Html {
  const rows = listedCodes(fieldOf(document, name, 'code').description).map(({ code: value, text }) => ({
    id: `${name}.${value}`,
    cells: [code(value), inlineMarkdown(text)],
  }))
  return table(title, ['Code', 'Description'], rows)
}

export function codes(document: OpenApiDocument): Section {
  return {
    id: 'codes',
    title: 'Codes',
    subsections: [
      { id: 'error-codes', title: 'errors[]' },
      { id: 'warning-codes', title: 'warnings[]' },
    ],
    content: html`${markdown('These codes appear in responses with status 200. Rely on `code` in your integration: the wording of `message` can change, and we can add codes at any time.')}
<div class="pair">
<div>
${heading(3, 'error-codes', '`errors[]`')}
${codeTable(document, 'ValidationError', 'Error codes')}
</div>
<div>
${heading(3, 'warning-codes', '`warnings[]`')}
${codeTable(document, 'Warning', 'Warning codes')}
</div>
</div>`,
  }
}
