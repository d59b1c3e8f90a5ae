import type { Caller } from '#worker/quota/admission.ts'
import { BURST } from '#worker/quota/admission.ts'
import { rateLimitHeaders } from '#worker/validation/rate-limit-headers.ts'
import { at, requestId } from './examples.ts'

type Header = { description: string; schema: { type: string }; example: string | number }

const caller: Caller = {
  tokenId: 1,
  organizationId: 'org_1',
  mayAskRegisters: true,
  status: 'ACTIVE',
  tier: 'PRO',
  monthlyLimit: 1_000,
  vatNumber: null,
  usedCount: 41,
  burstLeft: BURST.size - 1,
}
const limits = rateLimitHeaders(caller, at)

const text = { type: 'string' }

const headers = {
  'X-Request-Id': {
    description: 'The id of this call. Tell it when you ask about the call.',
    schema: text,
    example: requestId,
  },
  'Server-Timing': {
    description: 'How long the service took: `dur` in milliseconds.',
    schema: text,
    example: 'total;dur=12',
  },
  RateLimit: {
    description:
      'What is left (`r`) for so many seconds (`t`), by policy, as in draft-ietf-httpapi-ratelimit-headers: of `burst` at once, of `month` until the next begins at 00:00 UTC on the 1st. For a token that does not exist, of `unknown-token`.',
    schema: text,
    example: limits.RateLimit ?? '',
  },
  'RateLimit-Policy': {
    description: 'How many calls (`q`) in a window of so many seconds (`w`), by policy.',
    schema: text,
    example: limits['RateLimit-Policy'] ?? '',
  },
  'Retry-After': {
    description: 'Seconds after which another try makes sense.',
    schema: { type: 'integer' },
    example: 5,
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token, as in RFC 6750.',
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
  'Cache-Control': {
    description: 'For how long caches may keep the answer.',
    schema: text,
    example: 'public, max-age=60',
  },
  ETag: {
    description: 'The version of the answer, for `If-None-Match`.',
    schema: text,
    example: '"5d41402abc4b2a76b9719d91"',
  },
} satisfies Record<string, Header>

export type HeaderName = keyof typeof headers
type Told = { $ref: string } | (Header & { required: boolean })

/** Headers that an answer always has, and those that it has in some cases. */
export function headersOf(
  always: readonly HeaderName[],
  sometimes: readonly HeaderName[] = [],
): Record<string, Told> {
  return {
    ...Object.fromEntries(always.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...Object.fromEntries(sometimes.map((name) => [name, { ...headers[name], required: false }])),
  }
}

export const headerComponents = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
)
