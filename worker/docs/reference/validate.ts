import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { type ExampleId, exampleAnswers, exampleRequests } from '#worker/docs/openapi/examples.ts'
import type { Schema } from '#worker/docs/openapi/schemas.ts'
import { fieldId, fieldTable, wordsOf } from './fields.ts'
import { block, code, escaped, type Html, heading, html, inline, prose, table } from './html.ts'
import { coloured } from './json.ts'
import { type Section, schemaOf, validateCall } from './section.ts'

/** The objects of an answer, by where they stand in it. */
const places = {
  Validation: '`validation`',
  Check: '`validation.format`, `.source` and `.overall`',
  TinInfo: '`tinInfo`',
  Entity: '`entity`',
  Warning: '`warnings[]`',
  ValidationError: '`errors[]`',
} as const

const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Warning: { code: 'All are listed under [Codes](#warning-codes).' },
  ValidationError: { code: 'All are listed under [Codes](#error-codes).' },
}

const plain = (title: string) => title.replaceAll('`', '')

function objectOf(document: OpenApiDocument, name: keyof typeof places): Html {
  const schema = schemaOf(document, name)
  const title = places[name]
  const table = fieldTable(name, schema, { title: plain(title), more: more[name] ?? {} })
  return html`${heading(4, name, title)}
${prose(schema.description ?? '')}
${table}`
}

const told = /^Told by the (number|register)\. (.)/
const teller = ([, { description = '' }]: [string, Schema]) =>
  /^Told by the (number|register)\b/.exec(description)?.[1] ?? 'answer'

/** Known keys by who tells them; a legal form may be told by either and stands with what the number says. */
function infoTables(document: OpenApiDocument): Html {
  const known = Object.entries(schemaOf(document, 'AdditionalInfo').properties ?? {}) as [string, Schema][]
  const groups = Map.groupBy(known, teller)
  const tableOf = (group: string, title: string) =>
    table(
      title,
      ['Key', 'Meaning'],
      (groups.get(group) ?? []).map(([key, { description = '', ...schema }]) => ({
        id: fieldId('AdditionalInfo', key),
        cells: [code(key), wordsOf({ ...schema, description: description.replace(told, '$2') })],
      })),
    )
  return html`<div class="pair">
<div>
${tableOf('answer', 'What the answer says')}
${tableOf('number', 'What the number itself says')}
</div>
<div>
${tableOf('register', 'What the register knows besides')}
</div>
</div>`
}

function exampleOf(id: ExampleId, isOpen: boolean): Html {
  const { summary, value } = exampleRequests[id]
  return html`<details name="example"${isOpen ? html` open` : escaped('')}>
<summary>${inline(summary)}</summary>
${block('Request', coloured(value))}
${block('Answer', coloured(exampleAnswers[id].value))}
</details>`
}

export function validateSection(document: OpenApiDocument): Section {
  const { description } = validateCall(document)
  const ids = Object.keys(exampleRequests) as ExampleId[]
  const request = schemaOf(document, 'ValidateRequest')
  const answer = schemaOf(document, 'ValidationResponse')
  return {
    id: 'validate',
    title: 'Validate a number',
    within: [
      { id: 'ValidateRequest', title: 'Request' },
      { id: 'ValidationResponse', title: 'Answer' },
      { id: 'AdditionalInfo', title: 'additionalInfo' },
      { id: 'examples', title: 'Examples' },
    ],
    content: html`<p class="call"><span>POST</span> <code>/api/tinproof/validate</code></p>
${prose(description)}
<div class="split">
<div>
${heading(3, 'ValidateRequest', 'Request')}
${prose(request.description ?? '')}
${fieldTable('ValidateRequest', request, { title: 'Fields of the request', marksRequired: true })}
${heading(3, 'ValidationResponse', 'Answer')}
${prose(answer.description ?? '')}
${fieldTable('ValidationResponse', answer, { title: 'Fields of the answer' })}
${(Object.keys(places) as (keyof typeof places)[]).map((name) => objectOf(document, name))}
</div>
<div class="beside">
${heading(3, 'examples', 'Examples')}
${ids.map((id) => exampleOf(id, id === 'registered'))}
</div>
</div>
${heading(3, 'AdditionalInfo', '`additionalInfo`')}
${prose(schemaOf(document, 'AdditionalInfo').description ?? '')}
${infoTables(document)}`,
  }
}
