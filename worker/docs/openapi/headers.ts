import type { Caller } from '#worker/quota/authorization.ts'
import { BURST } from '#worker/quota/authorization.ts'
import { rateLimitHeaders } from '#worker/validation/rate-limit-headers.ts'
import { at, requestId } from './examples.ts'

type Header = { description: string; schema: { type: string }; example: string | number }

const caller: Caller = {
  tokenId: 1,
  organizationId: 'org_1',
  canUseRegisters: true,
  status: 'ACTIVE',
  tier: 'PRO',
  monthlyLimit: 1_000,
  vatNumber: null,
  usedCount: 41,
  burstLeft: BURST.calls - 1,
}
const limits = rateLimitHeaders(caller, at)

const text = { type: 'string' }

const headers = {
  'X-Request-Id': {
    description: 'Unique ID of the request. Include it when you contact support.',
    schema: text,
    example: requestId,
  },
  'Server-Timing': {
    description: 'Processing time: `dur` is in milliseconds.',
    schema: text,
    example: 'total;dur=12',
  },
  RateLimit: {
    description:
      "Remaining calls (`r`) and seconds until reset (`t`) for each policy, as defined in draft-ietf-httpapi-ratelimit-headers. `burst` limits short bursts. `month` is your quota, which resets at 00:00 UTC on the 1st. `unknown-token` applies to tokens that don't exist, `test` to test tokens, and `sandbox-token` to sandbox tokens.",
    schema: text,
    example: limits.RateLimit ?? '',
  },
  'RateLimit-Policy': {
    description: 'The limit (`q`) and its window in seconds (`w`) for each policy.',
    schema: text,
    example: limits['RateLimit-Policy'] ?? '',
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of the first call with the same `Idempotency-Key`.',
    schema: text,
    example: 'true',
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry, or before you poll a batch again.',
    schema: { type: 'integer' },
    example: 5,
  },
  Location: {
    description: 'Path of the batch.',
    schema: text,
    example: '/api/tinproof/batches/batch_4q7Z9kTn2WxYb8RcVd3LmP',
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token, as defined in RFC 6750.',
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
  'Cache-Control': {
    description: 'How long the response can be cached.',
    schema: text,
    example: 'public, max-age=60',
  },
  ETag: {
    description: 'Version of the response. Send it back in `If-None-Match`.',
    schema: text,
    example: '"5d41402abc4b2a76b9719d91"',
  },
} satisfies Record<string, Header>

export type HeaderName = keyof typeof headers
type HeaderObject = { $ref: string } | (Header & { required: boolean })

export function headersOf(
  always: readonly HeaderName[],
  sometimes: readonly HeaderName[] = [],
): Record<string, HeaderObject> {
  return {
    ...Object.fromEntries(always.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...Object.fromEntries(sometimes.map((name) => [name, { ...headers[name], required: false }])),
  }
}

export const headerComponents = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
)
