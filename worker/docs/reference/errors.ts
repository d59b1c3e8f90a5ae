import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { fieldTable } from './fields.ts'
import { block, code, escaped, heading, html, inline, prose, table } from './html.ts'
import { coloured } from './json.ts'
import { listedCodes, type Section, schemaOf, validateCall } from './section.ts'

/** What a caller does about each code. */
export const advice: Readonly<Record<string, string>> = {
  INVALID_JSON: 'Send one JSON object, in UTF-8.',
  TOKEN_REQUIRED: 'Send `Authorization: Bearer tp_live_…`.',
  INVALID_TOKEN: 'See whether it was cut or mistyped; else make another under [API Tokens](/tokens).',
  TOKEN_EXPIRED: 'Make another under [API Tokens](/tokens).',
  PERMISSION_MISSING: 'Make a token with "Tax Lookup API Access".',
  ORGANIZATION_SUSPENDED: 'Write to [support](/support).',
  BODY_TOO_LARGE: 'Send one number a call.',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`.',
  INVALID_INPUT: 'Correct the fields that `details` names.',
  UNSUPPORTED_COUNTRY: 'Take a `code` of `GET /api/tinproof/countries`.',
  QUOTA_EXCEEDED: 'Wait for the 1st, or take a larger [plan](/products).',
  RATE_LIMITED: 'Wait as many seconds as `Retry-After` says, then send fewer at once.',
  INTERNAL: 'Try again once. Should it stay, tell [support](/support) the `requestId`.',
  SETTINGS_INVALID: 'Tell [support](/support). Another try does not help yet.',
  SERVICE_UNAVAILABLE: 'Try again, as below.',
}

/** Throws for a code that nobody has given advice on. */
function adviceOn(known: string): string {
  const text = advice[known]
  if (text === undefined) throw new Error(`say in errors.ts what to do about ${known}`)
  return text
}

export function errors(document: OpenApiDocument): Section {
  const { responses } = validateCall(document)
  const refusals = Object.entries(responses).flatMap(([status, { description }]) =>
    listedCodes(description).map((refusal) => ({ status, ...refusal })),
  )
  const example = responses[422]?.content?.['application/json'].examples.INVALID_INPUT?.value
  const { description = '' } = schemaOf(document, 'Error')
  return {
    id: 'errors',
    title: 'Errors',
    within: [
      { id: 'Error', title: 'Body' },
      { id: 'statuses', title: 'Statuses and codes' },
      { id: 'retry', title: 'Trying again' },
    ],
    content: html`${prose(`${description} It has a status from 400 on, and the same body whatever happened.`)}
<div class="split">
<div>
${heading(3, 'Error', 'Body')}
${fieldTable('Error', schemaOf(document, 'Error'), { title: 'Fields of an error' })}
${heading(4, 'FieldError', '`details[]`')}
${fieldTable('FieldError', schemaOf(document, 'FieldError'), { title: 'Fields of details' })}
</div>
<div class="beside">
${block('422', coloured(example))}
</div>
</div>
${heading(3, 'statuses', 'Statuses and codes')}
${table(
  'Refused and failed calls',
  ['Code', 'Status', 'Meaning', 'What to do'],
  refusals.map(({ status, code: known, text }) => ({
    id: `Error.${known}`,
    cells: [code(known), escaped(status), inline(text), inline(adviceOn(known))],
  })),
  true,
)}
${heading(3, 'retry', 'Trying again')}
${prose(`- 429: wait as many seconds as \`Retry-After\` says. For \`QUOTA_EXCEEDED\` that is until the next month.
- 503, and no answer at all: wait for \`Retry-After\`; without it a second, then twice as long each time, and a little at random.
- 500: once.
- Any other 4xx: not before the request has changed.
- 200 with an error that is \`retryable\`: the verdict stands as far as it goes; ask again in some minutes if you need the register.

A call changes nothing but your quota, so it may be repeated safely. Every answer with a verdict counts: a number that is asked twice counts twice, and a call whose answer was lost on the way may have counted. Refused and failed calls spend nothing.`)}`,
  }
}
