import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { code, type Html, heading, html, inline, prose, table } from './html.ts'
import { fieldOf, listedCodes, type Section } from './section.ts'

function codeTable(document: OpenApiDocument, name: 'Warning' | 'ValidationError', title: string): Html {
  const codes = listedCodes(fieldOf(document, name, 'code').description)
  return table(
    title,
    ['Code', 'Meaning'],
    codes.map(({ code: known, text }) => ({
      id: `${name}.${known}`,
      cells: [code(known), inline(text)],
    })),
  )
}

export function codes(document: OpenApiDocument): Section {
  return {
    id: 'codes',
    title: 'Codes',
    within: [
      { id: 'error-codes', title: 'errors[]' },
      { id: 'warning-codes', title: 'warnings[]' },
    ],
    content: html`${prose('These stand in an answer with status 200. Decide by `code`; `message` is for people and may change. More codes may come.')}
<div class="pair">
<div>
${heading(3, 'error-codes', '`errors[]`')}
${codeTable(document, 'ValidationError', 'Codes of errors')}
</div>
<div>
${heading(3, 'warning-codes', '`warnings[]`')}
${codeTable(document, 'Warning', 'Codes of warnings')}
</div>
</div>`,
  }
}
