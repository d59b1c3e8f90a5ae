import type { TextResponse } from '#worker/lib/http-client.ts'

/**
 * What a finding proves: a registration for VAT (or the country's sales tax), that such a business is registered, or
 * only that a legal entity of that number is known somewhere else.
 */
export const proofs = ['vat-registration', 'business', 'legal-entity'] as const
export type Proof = (typeof proofs)[number]

/**
 * Why there is no answer. A `retryable` one may go away by itself; a fault is the register's own, and enough of them
 * in a row have it left alone for a while.
 */
export const noAnswerReasons = {
  /** It did not answer in time, or not at all. */
  TIMEOUT: { retryable: true, isFault: true },
  UNREACHABLE: { retryable: true, isFault: true },
  /** It says that it is down, or that it has too many calls. */
  UNAVAILABLE: { retryable: true, isFault: true },
  THROTTLED: { retryable: true, isFault: true },
  /** It does not talk to us. */
  BLOCKED: { retryable: true, isFault: true },
  /** It answered what is no answer, or about another number. */
  UNREADABLE: { retryable: true, isFault: true },
  WRONG_NUMBER: { retryable: true, isFault: true },
  /** We did not ask: too many calls of our own, or it is left alone after faults. */
  BUSY: { retryable: true, isFault: false },
  PAUSED: { retryable: true, isFault: false },
  /** It does not take the question. */
  REFUSED: { retryable: false, isFault: false },
  /** It does not hold all such numbers, so its silence says nothing. */
  NOT_COVERED: { retryable: false, isFault: false },
} as const
export type NoAnswerReason = keyof typeof noAnswerReasons

/** The register holds the number. `registered` is false for one that has ended or is not registered for what was asked. */
export type Found = {
  kind: 'found'
  registered: boolean
  proves: Proof
  /** As the register writes them; null where it does not disclose them. */
  name: string | null
  address: string | null
  /** The register's own word for the standing. */
  status: string | null
  /** The number that proves that the question was asked. */
  receipt: string | null
  facts: Readonly<Record<string, string>>
}
/** The register says itself that it does not hold the number. */
export type NotFound = { kind: 'not-found' }
export type NoAnswer = {
  kind: 'no-answer'
  reason: NoAnswerReason
  /** The register's own code for it. */
  code?: string
  /** Milliseconds for which the register asks to be left alone. */
  pause?: number
}
export type RegisterAnswer = Found | NotFound | NoAnswer

/** One number to look up: `identifier` and `compact` as the engine tells them, `requester` in whose name it is asked, by the letters of its VAT number. */
export type Question = {
  identifier: string
  compact: string
  requester: { country: string; number: string } | null
}

/** The keys of those that need one. */
type RegisterKey =
  | 'HMRC_CLIENT_ID'
  | 'HMRC_CLIENT_SECRET'
  | 'ABN_LOOKUP_GUID'
  | 'NTS_SERVICE_KEY'
  | 'INSEE_API_KEY'
  | 'NZBN_SUBSCRIPTION_KEY'
  | 'JP_INVOICE_APP_ID'

/** `REGISTERS_URL` is where stand-ins for all of them are. */
export type RegisterSettings = { readonly [Name in RegisterKey | 'REGISTERS_URL']?: string | undefined }

/** `base` is another host of the same register, `within` a part of the time that is left (milliseconds). */
type CallInit = RequestInit & { base?: string; within?: number }

/** What a register client works with. `call` is bounded by the time that is left, and goes to the register's base. */
export type Line = {
  call: (path: string, init?: CallInit) => Promise<TextResponse>
  settings: RegisterSettings
  /** Milliseconds that are left for this question. */
  left: () => number
  /** A value that all callers share for some seconds, such as an OAuth token; made anew when `fresh`. */
  shared: (
    name: string,
    make: () => Promise<{ value: string; seconds: number }>,
    fresh?: boolean,
  ) => Promise<string>
}

type StandIn = {
  /** The identifier that it is asked as, and the number in that form; undefined for one that it cannot hold. */
  asks: string
  compactOf: (compact: string) => string | undefined
  /** Whether it holds all of them, so that not finding one refutes it. */
  refutes: boolean
}

/** So many calls in a window of seconds. */
export type Rate = { calls: number; seconds: number }

export type Register = {
  id: string
  name: string
  /** The identifiers whose numbers it holds. */
  identifiers: readonly string[]
  base: string
  /** Settings without which it is off. */
  needs?: readonly RegisterKey[]
  /**
   * Look-ups at once, and calls in a window of seconds, by all isolates together. The calls of one look-up come one
   * after another, and each counts in the window.
   */
  limit: { atOnce: number } & Partial<Rate>
  /** Its other hosts by their base, each with a window of its own. */
  others?: Readonly<Record<string, Rate>>
  /** What is limited and paused by itself: a member state of VIES. The id without it. */
  lane?: (question: Question) => string
  /** The identifiers of other registers that it can stand in for. */
  standsInFor?: Readonly<Record<string, StandIn>>
  /** The letters of the VAT numbers in whose name it can be asked, for a receipt. */
  requesters?: readonly string[]
  /** It tells names and addresses, and proves no registration. */
  isCrossCheck?: true
  /** Throws FetchError, which is told as no answer. */
  lookUp: (line: Line, question: Question) => Promise<RegisterAnswer>
}
