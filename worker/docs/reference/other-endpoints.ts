import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { fieldTable } from './fields.ts'
import { block, type Html, heading, html, markdown } from './html.ts'
import { highlightJson } from './json.ts'
import { type Section, schemaOf } from './section.ts'

type Endpoint = {
  path: '/api/tinproof/sandbox-token' | '/api/tinproof/countries' | '/api/tinproof/registers' | '/api/health'
  title: string
  /** The response's schema comes first. */
  schemas: readonly string[]
  more?: string
}

const endpoints: readonly Endpoint[] = [
  { path: '/api/tinproof/sandbox-token', title: 'Sandbox token', schemas: ['SandboxToken'] },
  {
    path: '/api/tinproof/countries',
    title: 'Countries',
    schemas: ['Countries', 'Country', 'Identifier', 'Format', 'RuleChange', 'IdentifierRegister'],
    more: 'See the [response](/api/tinproof/countries), or the same data [as a page](/docs/countries/). We recommend fetching it once a day with `If-None-Match`: a 304 without a body means that nothing has changed.',
  },
  {
    path: '/api/tinproof/registers',
    title: 'Register status',
    schemas: ['Registers', 'RegisterStatus', 'RegisterCalls'],
    more: 'See the [current response](/api/tinproof/registers).',
  },
  { path: '/api/health', title: 'Health', schemas: ['Health'] },
]

function objectOf(document: OpenApiDocument, name: string): Html {
  const schema = schemaOf(document, name)
  return html`${heading(3, name, name)}
${markdown(schema.description ?? '')}
${fieldTable(name, schema)}`
}

export const otherEndpoints = (document: OpenApiDocument): Section[] =>
  endpoints.map(({ path, title, schemas, more = '' }) => {
    const operations = document.paths[path]
    const [method, { operationId, description, responses }] =
      'post' in operations ? (['POST', operations.post] as const) : (['GET', operations.get] as const)
    const [example] = Object.values(
      (responses[200] ?? responses[201])?.content?.['application/json'].examples ?? {},
    )
    return {
      id: operationId,
      title,
      content: html`<p class="call"><span>${method as Html}</span> <code>${path as Html}</code></p>
${markdown(description)}
${markdown(more)}
<div class="split">
<div>
${schemas.map((name) => objectOf(document, name))}
</div>
<div class="beside">
${block(example?.summary ?? 'Response', highlightJson(example?.value))}
</div>
</div>`,
    }
  })
