import type { TextResponse } from '#worker/lib/http-client.ts'

/**
 * What an entry proves: a registration for VAT (or the country's sales tax), a registered business, or only that a
 * legal entity with this number exists.
 */
export const proofs = ['vat-registration', 'business', 'legal-entity'] as const
export type Proof = (typeof proofs)[number]

/** Why there is no answer. `isFailure` counts toward the register's circuit breaker. */
export const noAnswerReasons = {
  TIMEOUT: { retryable: true, isFailure: true },
  UNREACHABLE: { retryable: true, isFailure: true },
  UNAVAILABLE: { retryable: true, isFailure: true },
  THROTTLED: { retryable: true, isFailure: true },
  BLOCKED: { retryable: true, isFailure: true },
  UNREADABLE: { retryable: true, isFailure: true },
  WRONG_NUMBER: { retryable: true, isFailure: true },
  /** Not called: our own limit is reached. */
  BUSY: { retryable: true, isFailure: false },
  /** Not called: the circuit is open. */
  PAUSED: { retryable: true, isFailure: false },
  /** The register does not accept this number. */
  REFUSED: { retryable: false, isFailure: false },
  /** The register does not hold all numbers of this type. */
  NOT_COVERED: { retryable: false, isFailure: false },
} as const
export type NoAnswerReason = keyof typeof noAnswerReasons

export type Found = {
  kind: 'found'
  /** False if the registration has ended, or is not the one that was looked up (VAT). */
  registered: boolean
  proves: Proof
  /** Null where the register does not disclose it. */
  name: string | null
  address: string | null
  /** In the register's own words. */
  status: string | null
  /** The number that proves that we made this query. */
  receipt: string | null
  facts: Readonly<Record<string, string>>
}
export type NotFound = { kind: 'not-found' }
export type NoAnswer = {
  kind: 'no-answer'
  reason: NoAnswerReason
  /** The register's own code. */
  code?: string
  /** Milliseconds for which the register wants no calls. */
  pause?: number
}
export type RegisterAnswer = Found | NotFound | NoAnswer

/** `identifier` and `compact` as the engine returns them; `requester` is our customer's VAT number, for a receipt. */
export type LookupRequest = {
  identifier: string
  compact: string
  requester: { country: string; number: string } | null
}

type RegisterKey =
  | 'HMRC_CLIENT_ID'
  | 'HMRC_CLIENT_SECRET'
  | 'ABN_LOOKUP_GUID'
  | 'NTS_SERVICE_KEY'
  | 'INSEE_API_KEY'
  | 'NZBN_SUBSCRIPTION_KEY'
  | 'JP_INVOICE_APP_ID'

/** `REGISTERS_URL` is the base URL of fakes for all registers. */
export type RegisterSettings = { readonly [Name in RegisterKey | 'REGISTERS_URL']?: string | undefined }

/** `base` is another host of the same register, `timeout` less than the time left (milliseconds). */
type RegisterRequestInit = RequestInit & { base?: string; timeout?: number }

/** What a register's client works with: HTTP within the time and the rate limit of this look-up. */
export type RegisterHttp = {
  request: (path: string, init?: RegisterRequestInit) => Promise<TextResponse>
  settings: RegisterSettings
  /** Milliseconds. */
  timeLeft: () => number
  /** A value that all isolates share for some seconds, such as an OAuth token; made anew if the known one is expired. */
  sharedValue: (
    name: string,
    make: () => Promise<{ value: string; seconds: number }>,
    isExpired?: boolean,
  ) => Promise<string>
}

type Fallback = {
  /** The identifier to look up instead, and the number in that form; undefined if the register cannot hold it. */
  identifier: string
  toCompact: (compact: string) => string | undefined
  /** The register holds all such numbers, so that "not found" is an answer. */
  refutes: boolean
}

export type Rate = { calls: number; seconds: number }

export type Register = {
  id: string
  name: string
  identifiers: readonly string[]
  base: string
  requiredSettings?: readonly RegisterKey[]
  /** For all isolates together: concurrent look-ups, and requests in a window. */
  limit: { concurrent: number } & Partial<Rate>
  /** Its other hosts by base URL, each with a window of its own. */
  otherHosts?: Readonly<Record<string, Rate>>
  /** For parts that are limited and paused on their own, as VIES's member states are. The id by default. */
  limiterKey?: (request: LookupRequest) => string
  /** By the identifiers of other registers' numbers. */
  fallbackFor?: Readonly<Record<string, Fallback>>
  /** The country letters of VAT numbers that it accepts as requesters. */
  requesters?: readonly string[]
  /** Returns names and addresses, but proves no registration. */
  isCrossCheck?: true
  /** May throw FetchError and RateLimitError, which count as no answer. */
  lookUp: (http: RegisterHttp, request: LookupRequest) => Promise<RegisterAnswer>
}
