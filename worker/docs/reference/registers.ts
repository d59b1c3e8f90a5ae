import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { heading, html, prose } from './html.ts'
import { fieldOf, listedCodes, type Section } from './section.ts'

export function registers(document: OpenApiDocument): Section {
  const request = (field: string) => fieldOf(document, 'ValidateRequest', field).description ?? ''
  const info = (field: string) => fieldOf(document, 'AdditionalInfo', field).description ?? ''
  const warnings = listedCodes(fieldOf(document, 'Warning', 'code').description)
  const warning = (sought: string) => warnings.find(({ code }) => code === sought)?.text ?? ''
  return {
    id: 'registers',
    title: 'Registers',
    within: [
      { id: 'asking', title: 'Asking' },
      { id: 'no-answer', title: 'No answer' },
      { id: 'receipts', title: 'Receipts' },
    ],
    content: html`${prose(`The official register of a valid number is asked where there is one and the token has the permission \`validation\`: "Tax Validation API Access" on the dashboard. \`GET /api/tinproof/countries\` names the register of each type and says whether it is asked; \`GET /api/tinproof/registers\` says how each one does.

One call is one of the quota, whatever the registers do.`)}
${heading(3, 'asking', 'Asking')}
${prose(`- \`source\`: ${request('source')}
- \`fresh\`: ${request('fresh')}
- \`maxAge\`: ${request('maxAge')}
- \`name\`: ${request('name')} \`exact\`, \`close\`, \`different\`, or \`not disclosed\` where the register tells no name.`)}
${prose('`validation.source.timestamp` is when the register spoke, `additionalInfo.registerAge` how many seconds ago. `entity` has name and address as the register writes them.')}
${heading(3, 'no-answer', 'No answer')}
${prose(`A register that is down is a warning and never \`false\`. Without any answer \`source.isValid\` is \`null\`; \`errors\` says why, and whether it is \`retryable\`.

- \`SOURCE_UNAVAILABLE\`: ${warning('SOURCE_UNAVAILABLE')}
- \`SOURCE_STALE\`: ${warning('SOURCE_STALE')} \`source.timestamp\` says when.
- \`SOURCE_STAND_IN\`: ${warning('SOURCE_STAND_IN')} It may prove less: \`source.isValid\` is \`null\` then, and \`additionalInfo.proven\` says what is proven.`)}
${heading(3, 'receipts', 'Receipts')}
${prose(`\`additionalInfo.receipt\`: ${info('receipt')} VIES and HMRC give one. An admin of your organization sets its own VAT number under [Organization](/organization) first.`)}`,
  }
}
