import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { fieldTable } from './fields.ts'
import { block, code, escapeHtml, heading, html, inlineMarkdown, markdown, table } from './html.ts'
import { highlightJson } from './json.ts'
import { listedCodes, type Section, schemaOf, validateOperation } from './section.ts'

export const resolutions: Readonly<Record<string, string>> = {
  INVALID_JSON: 'Send one JSON object, encoded as UTF-8.',
  TOKEN_REQUIRED: 'Send `Authorization: Bearer tp_live_…`.',
  INVALID_TOKEN:
    'Check that you copied the whole token. Otherwise, create a new one under [API Tokens](/tokens).',
  TOKEN_EXPIRED: 'Create a new token under [API Tokens](/tokens).',
  PERMISSION_MISSING: 'Create a token with "Tax Lookup API Access".',
  ORGANIZATION_SUSPENDED: 'Contact [support](/support).',
  IDEMPOTENCY_KEY_IN_USE:
    'Wait for the number of seconds in `Retry-After`, then send the same request again.',
  BODY_TOO_LARGE: 'Send one number per request.',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`.',
  INVALID_INPUT: 'Correct the fields in `details`.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new key for each request. Repeat a key only to retry the same request.',
  UNSUPPORTED_COUNTRY: 'Use a `code` from `GET /api/tinproof/countries`.',
  QUOTA_EXCEEDED: 'Wait until the 1st, or upgrade your [plan](/products).',
  SANDBOX_TOKEN_USED_UP: 'Create another one with `POST /api/tinproof/sandbox-token`.',
  RATE_LIMITED: 'Wait for the number of seconds in `Retry-After`, then send fewer requests at once.',
  INTERNAL: 'Retry once. If the error persists, send the `requestId` to [support](/support).',
  SETTINGS_INVALID: 'Contact [support](/support). Retrying doesn’t help.',
  SERVICE_UNAVAILABLE: 'Retry as described below.',
}

function resolutionOf(errorCode: string): string {
  const text = resolutions[errorCode]
  if (text === undefined) throw new Error(`Add a resolution for ${errorCode} to errors.ts`)
  return text
}

export function errors(document: OpenApiDocument): Section {
  const { responses } = validateOperation(document)
  const apiErrors = Object.entries(responses).flatMap(([status, { description }]) =>
    listedCodes(description).map((error) => ({ status, ...error })),
  )
  const example = responses[422]?.content?.['application/json'].examples.INVALID_INPUT?.value
  const { description = '' } = schemaOf(document, 'Error')
  return {
    id: 'errors',
    title: 'Errors',
    subsections: [
      { id: 'Error', title: 'Error body' },
      { id: 'statuses', title: 'Statuses and codes' },
      { id: 'retry', title: 'Retries' },
    ],
    content: html`${markdown(`Failed requests return a 4xx or 5xx status. ${description}`)}
<div class="split">
<div>
${heading(3, 'Error', 'Error body')}
${fieldTable('Error', schemaOf(document, 'Error'), { title: 'Fields of an error' })}
${heading(4, 'FieldError', '`details[]`')}
${fieldTable('FieldError', schemaOf(document, 'FieldError'), { title: 'Fields of details' })}
</div>
<div class="beside">
${block('422', highlightJson(example))}
</div>
</div>
${heading(3, 'statuses', 'Statuses and codes')}
${table(
  'Statuses and codes of failed requests',
  ['Code', 'Status', 'Description', 'What to do'],
  apiErrors.map(({ status, code: errorCode, text }) => ({
    id: `Error.${errorCode}`,
    cells: [
      code(errorCode),
      escapeHtml(status),
      inlineMarkdown(text),
      inlineMarkdown(resolutionOf(errorCode)),
    ],
  })),
  true,
)}
${heading(3, 'retry', 'Retries')}
${markdown(`- 429: wait for the number of seconds in \`Retry-After\`. For \`QUOTA_EXCEEDED\`, that is the start of next month.
- 503, or no response: wait for \`Retry-After\`. Without that header, start with one second and double it each time, with some jitter.
- 500: retry once.
- Other 4xx: don’t retry until you change the request.
- 200 with a \`retryable\` error: the format result is final. If you need the register, retry in a few minutes.

Every response with a result counts, also one that you never received. To retry without counting twice, send an \`Idempotency-Key\` header: a unique value for each request, such as a UUID, and the same value when you retry. For 24 hours, the same request with the same key and token returns the stored response, with the header \`Idempotent-Replayed: true\`. Failed requests don’t count and store nothing.`)}`,
  }
}
