import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { markdown } from './html.ts'
import type { Section } from './section.ts'

export const changes = ({ info, openapi }: OpenApiDocument): Section => ({
  id: 'changes',
  title: 'Versioning',
  content: markdown(`This page documents version ${info.version}. We can make these changes without notice:

- Add codes to \`errors\`, \`warnings\` and failed requests, and keys to \`additionalInfo\`.
- Add response fields, optional request fields and headers.
- Add countries, types of number and registers, or change a rule when the law changes. \`GET /api/tinproof/countries\` lists dated changes in \`changes\`.
- Change the wording of a \`message\`.

Ignore fields and keys you don’t recognize. For codes you don’t recognize, rely on the HTTP status or on \`isValid\`.

[\`/openapi.json\`](/openapi.json) describes the API in OpenAPI ${openapi.slice(0, 3)}. Use it to generate a client, or import it into Postman.`),
})
