import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { heading, html, markdown } from './html.ts'
import { fieldOf, listedCodes, type Section } from './section.ts'

export function registers(document: OpenApiDocument): Section {
  const request = (field: string) => fieldOf(document, 'ValidateRequest', field).description ?? ''
  const info = (field: string) => fieldOf(document, 'AdditionalInfo', field).description ?? ''
  const warnings = listedCodes(fieldOf(document, 'Warning', 'code').description)
  const warning = (wanted: string) => warnings.find(({ code }) => code === wanted)?.text ?? ''
  return {
    id: 'registers',
    title: 'Registers',
    subsections: [
      { id: 'lookups', title: 'Lookups' },
      { id: 'outages', title: 'Outages' },
      { id: 'receipts', title: 'Receipts' },
    ],
    content: html`${markdown(`If a valid number has an official register, we look it up there. Your token needs the \`validation\` permission, which is "Tax Validation API Access" in the dashboard. \`GET /api/tinproof/countries\` lists the register for each type and whether we query it. \`GET /api/tinproof/registers\` returns the status of each register.

A request counts once toward your quota, however many registers we query.`)}
${heading(3, 'lookups', 'Lookups')}
${markdown(`- \`source\`: ${request('source')}
- \`fresh\`: ${request('fresh')}
- \`maxAge\`: ${request('maxAge')}
- \`name\`: ${request('name')} It is \`exact\`, \`close\`, \`different\`, or \`not disclosed\` if the register doesn’t disclose a name.`)}
${markdown('`validation.source.timestamp` is when the register responded, and `additionalInfo.registerAge` is the age of the response in seconds. `entity` contains the registered name and address.')}
${markdown('Registers limit how often they can be queried. Each organization gets a share of that limit, and a smaller one with `fresh`. If yours is used up, `errors` contains `SOURCE_BUSY`. Retry in a minute.')}
${heading(3, 'outages', 'Outages')}
${markdown(`A register outage never makes a number invalid. If no register responds, \`source.isValid\` is \`null\`, and \`errors\` contains the reason and whether it is \`retryable\`.

- \`SOURCE_UNAVAILABLE\`: ${warning('SOURCE_UNAVAILABLE')}
- \`SOURCE_STALE\`: ${warning('SOURCE_STALE')} \`source.timestamp\` is the time of that response.
- \`SOURCE_STAND_IN\`: ${warning('SOURCE_STAND_IN')} If the fallback register confirms less, \`source.isValid\` is \`null\` and \`additionalInfo.proven\` says what it confirms.`)}
${heading(3, 'receipts', 'Receipts')}
${markdown(`\`additionalInfo.receipt\`: ${info('receipt')} VIES and HMRC issue receipts. To get them, an admin must enter your organization’s VAT number under [Organization](/organization).`)}`,
  }
}
