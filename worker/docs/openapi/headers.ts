import type { Caller } from '#worker/quota/authorization.ts'
import { BURST } from '#worker/quota/authorization.ts'
import { rateLimitHeaders } from '#worker/quota/rate-limit-headers.ts'
import { at, requestId } from './examples.ts'

const caller: Caller = {
  tokenId: 1,
  organizationId: 'org_1',
  canUseRegisters: true,
  status: 'ACTIVE',
  tier: 'PRO',
  monthlyLimit: 1_000,
  vatNumber: null,
  keepsRecords: false,
  recordYears: null,
  usedCount: 41,
  isTest: false,
  burstLeft: BURST.calls - 1,
}
const limits = rateLimitHeaders(caller, at)

const headers = {
  'X-Request-Id': ['Unique ID of the request. Include it when you contact support.', requestId],
  'Server-Timing': ['Processing time: `dur` is in milliseconds.', 'total;dur=12'],
  RateLimit: [
    "Remaining calls (`r`) and seconds within which the limit resets (`t`) for each policy, as defined in draft-ietf-httpapi-ratelimit-headers. `burst` limits short bursts. `month` is your quota, which resets at 00:00 UTC on the 1st. `unknown-token` applies to tokens that don't exist, `test` to test tokens, and `sandbox-token` to sandbox tokens.",
    limits.RateLimit ?? '',
  ],
  'RateLimit-Policy': [
    'The limit (`q`) and its window in seconds (`w`) for each policy.',
    limits['RateLimit-Policy'] ?? '',
  ],
  'Idempotent-Replayed': [
    '`true` if this is the stored response of the first call with the same `Idempotency-Key`.',
    'true',
  ],
  'Retry-After': ['Seconds to wait before you retry, or before you poll again.', 5],
  Location: [
    'Path of the batch or the pending validation.',
    '/api/tinproof/batches/batch_4q7Z9kTn2WxYb8RcVd3LmP',
  ],
  'WWW-Authenticate': [
    'What is wrong with the token, as defined in RFC 6750.',
    'Bearer error="invalid_token"',
  ],
  'Content-Disposition': [
    'A name for the file.',
    'attachment; filename="tinproof-batch_4q7Z9kTn2WxYb8RcVd3LmP.csv"',
  ],
  'Cache-Control': ['How long the response can be cached.', 'public, max-age=60'],
  ETag: ['Version of the response. Send it back in `If-None-Match`.', '"5d41402abc4b2a76b9719d91"'],
} satisfies Record<string, readonly [string, string | number]>

export type HeaderName = keyof typeof headers
type HeaderObject = { $ref: string } | ReturnType<typeof header>

function header(name: HeaderName, required: boolean) {
  const [description, example] = headers[name]
  return {
    description,
    schema: { type: typeof example === 'number' ? 'integer' : 'string' },
    example,
    required,
  }
}

export function headersOf(
  always: readonly HeaderName[],
  sometimes: readonly HeaderName[] = [],
): Record<string, HeaderObject> {
  return {
    ...Object.fromEntries(always.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...Object.fromEntries(sometimes.map((name) => [name, header(name, false)])),
  }
}

export const headerComponents = Object.fromEntries(
  Object.keys(headers).map((name) => [name, header(name as HeaderName, true)]),
)
