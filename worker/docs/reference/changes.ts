import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { prose } from './html.ts'
import type { Section } from './section.ts'

export const changes = ({ info, openapi }: OpenApiDocument): Section => ({
  id: 'changes',
  title: 'Changes',
  content: prose(`This page is about version ${info.version}. What may come without notice:

- codes in \`errors\`, \`warnings\` and refusals, and keys in \`additionalInfo\`;
- fields in answers, fields in requests that may be left out, and headers;
- countries, types of number and registers; and a rule changes when the law does: \`changes\` of \`GET /api/tinproof/countries\` has the dates;
- the words of a \`message\`.

Ignore what you do not know, and treat a code that you do not know as its status or verdict says.

[\`/openapi.json\`](/openapi.json) describes the same calls as OpenAPI ${openapi.slice(0, 3)}: make a client from it, or import it into Postman.`),
})
