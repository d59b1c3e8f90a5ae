import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { fieldTable } from './fields.ts'
import { block, type Html, heading, html, prose } from './html.ts'
import { coloured } from './json.ts'
import { type Section, schemaOf } from './section.ts'

type Call = {
  path: '/api/tinproof/countries' | '/api/tinproof/registers' | '/api/health'
  /** Of the section: short, for the table of contents. */
  title: string
  /** The schema of the answer first. */
  schemas: readonly string[]
  /** Markdown. */
  more?: string
}

const calls: readonly Call[] = [
  {
    path: '/api/tinproof/countries',
    title: 'Countries',
    schemas: ['Countries', 'Country', 'Identifier', 'Format', 'RuleChange', 'IdentifierRegister'],
    more: 'The whole table is at [`/api/tinproof/countries`](/api/tinproof/countries). Ask for it once a day, with `If-None-Match`: 304 without a body says that nothing has changed.',
  },
  {
    path: '/api/tinproof/registers',
    title: 'Register status',
    schemas: ['Registers', 'RegisterStatus', 'RegisterCalls'],
    more: 'The answer of now is at [`/api/tinproof/registers`](/api/tinproof/registers).',
  },
  { path: '/api/health', title: 'Health', schemas: ['Health', 'Job'] },
]

function objectOf(document: OpenApiDocument, name: string): Html {
  const schema = schemaOf(document, name)
  return html`${heading(3, name, name)}
${prose(schema.description ?? '')}
${fieldTable(name, schema)}`
}

/** The calls that need no token. */
export const otherCalls = (document: OpenApiDocument): Section[] =>
  calls.map(({ path, title, schemas, more = '' }) => {
    const { operationId, description, responses } = document.paths[path].get
    const [example] = Object.values(responses[200]?.content?.['application/json'].examples ?? {})
    return {
      id: operationId,
      title,
      content: html`<p class="call"><span>GET</span> <code>${path as Html}</code></p>
${prose(description)}
${prose(more)}
<div class="split">
<div>
${schemas.map((name) => objectOf(document, name))}
</div>
<div class="beside">
${block(example?.summary ?? 'Answer', coloured(example?.value))}
</div>
</div>`,
    }
  })
