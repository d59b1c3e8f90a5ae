import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { type ExampleId, exampleAnswers, exampleRequests } from '#worker/docs/openapi/examples.ts'
import type { Schema } from '#worker/docs/openapi/schemas.ts'
import { describeField, fieldId, fieldTable } from './fields.ts'
import { block, code, escapeHtml, type Html, heading, html, inlineMarkdown, markdown, table } from './html.ts'
import { highlightJson } from './json.ts'
import { type Section, schemaOf, validateOperation } from './section.ts'

const places = {
  Validation: '`validation`',
  Check: '`validation.format`, `.source` and `.overall`',
  TinInfo: '`tinInfo`',
  Entity: '`entity`',
  Warning: '`warnings[]`',
  ValidationError: '`errors[]`',
} as const

const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Warning: { code: 'See [Codes](#warning-codes).' },
  ValidationError: { code: 'See [Codes](#error-codes).' },
}

const plain = (title: string) => title.replaceAll('`', '')

function objectOf(document: OpenApiDocument, name: keyof typeof places): Html {
  const schema = schemaOf(document, name)
  const title = places[name]
  const table = fieldTable(name, schema, { title: plain(title), more: more[name] ?? {} })
  return html`${heading(4, name, title)}
${markdown(schema.description ?? '')}
${table}`
}

const origin = /^From the (number|register)\. /
const originOf = ([, { description = '' }]: [string, Schema]) =>
  /^From the (number|register)\b/.exec(description)?.[1] ?? 'result'

/** Legal forms come from the number or a register and are listed with the number's keys. */
function infoTables(document: OpenApiDocument): Html {
  const keys = Object.entries(schemaOf(document, 'AdditionalInfo').properties ?? {}) as [string, Schema][]
  const groups = Map.groupBy(keys, originOf)
  const tableOf = (group: string, title: string) =>
    table(
      title,
      ['Key', 'Description'],
      (groups.get(group) ?? []).map(([key, { description = '', ...schema }]) => ({
        id: fieldId('AdditionalInfo', key),
        cells: [code(key), describeField({ ...schema, description: description.replace(origin, '') })],
      })),
    )
  return html`<div class="pair">
<div>
${tableOf('result', 'Result')}
${tableOf('number', 'From the number')}
</div>
<div>
${tableOf('register', 'From the register')}
</div>
</div>`
}

function exampleOf(id: ExampleId, isOpen: boolean): Html {
  const { summary, value } = exampleRequests[id]
  return html`<details name="example"${isOpen ? html` open` : escapeHtml('')}>
<summary>${inlineMarkdown(summary)}</summary>
${block('Request', highlightJson(value))}
${block('Response', highlightJson(exampleAnswers[id].value))}
</details>`
}

export function validateEndpoint(document: OpenApiDocument): Section {
  const { description } = validateOperation(document)
  const ids = Object.keys(exampleRequests) as ExampleId[]
  const request = schemaOf(document, 'ValidateRequest')
  const response = schemaOf(document, 'ValidationResponse')
  return {
    id: 'validate',
    title: 'Validate a number',
    subsections: [
      { id: 'ValidateRequest', title: 'Request' },
      { id: 'ValidationResponse', title: 'Response' },
      { id: 'AdditionalInfo', title: 'additionalInfo' },
      { id: 'examples', title: 'Examples' },
    ],
    content: html`<p class="call"><span>POST</span> <code>/api/tinproof/validate</code></p>
${markdown(description)}
<div class="split">
<div>
${heading(3, 'ValidateRequest', 'Request')}
${markdown(request.description ?? '')}
${fieldTable('ValidateRequest', request, { title: 'Fields of the request', marksRequired: true })}
${heading(3, 'ValidationResponse', 'Response')}
${markdown(response.description ?? '')}
${fieldTable('ValidationResponse', response, { title: 'Fields of the response' })}
${(Object.keys(places) as (keyof typeof places)[]).map((name) => objectOf(document, name))}
</div>
<div class="beside">
${heading(3, 'examples', 'Examples')}
${ids.map((id) => exampleOf(id, id === 'registered'))}
</div>
</div>
${heading(3, 'AdditionalInfo', '`additionalInfo`')}
${markdown(schemaOf(document, 'AdditionalInfo').description ?? '')}
${infoTables(document)}`,
  }
}
