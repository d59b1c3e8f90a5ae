import type { ApiSettings } from '#worker/env.ts'
import type { TextResponse } from '#worker/lib/http-client.ts'
import type { Proof } from './constants.ts'

export const noAnswerReasons = {
  TIMEOUT: { retryable: true, isFailure: true },
  UNREACHABLE: { retryable: true, isFailure: true },
  UNAVAILABLE: { retryable: true, isFailure: true },
  THROTTLED: { retryable: true, isFailure: true },
  BLOCKED: { retryable: true, isFailure: true },
  UNREADABLE: { retryable: true, isFailure: true },
  WRONG_NUMBER: { retryable: true, isFailure: true },
  BUSY: { retryable: true, isFailure: false },
  PAUSED: { retryable: true, isFailure: false },
  REFUSED: { retryable: false, isFailure: false },
  NOT_COVERED: { retryable: false, isFailure: false },
} as const
export type NoAnswerReason = keyof typeof noAnswerReasons

export type Found = {
  kind: 'found'
  /** False if the registration has ended or is not the requested one (VAT). */
  registered: boolean
  proves: Proof
  name: string | null
  address: string | null
  status: string | null
  consultationNumber: string | null
  facts: Readonly<Record<string, string>>
}
export type NotFound = { kind: 'not-found' }
export type NoAnswer = {
  kind: 'no-answer'
  reason: NoAnswerReason
  code?: string
  pause?: number
  /** It says nothing about the register, so the circuit breaker ignores it. */
  isBug?: true
}
/** A client's answer. Without `proves`, an entry proves what the register does. */
export type RegisterAnswer = (Omit<Found, 'proves'> & { proves?: Proof | undefined }) | NotFound | NoAnswer

/** `identifier` and `compact` as the engine returns them; `requester` is our customer's VAT number, for a consultation number. */
export type LookUpRequest = {
  identifier: string
  compact: string
  requester: { country: string; number: string } | null
}

export type RegisterSettings = { readonly [Name in keyof ApiSettings]?: ApiSettings[Name] | undefined }

type RegisterRequestInit = RequestInit & { base?: string; timeout?: number; maxBytes?: number }

export type RegisterHttp = {
  request: (path: string, init?: RegisterRequestInit) => Promise<TextResponse>
  settings: RegisterSettings
  timeLeft: () => number
  /** A value that all isolates share for some seconds, such as an OAuth token. */
  sharedValue: (name: string, make: () => Promise<SharedValue>, isExpired?: boolean) => Promise<string>
}
export type SharedValue = { value: string; seconds: number }

export type Rate = { calls: number; seconds: number }

export type Register = {
  id: string
  name: string
  identifiers: readonly string[]
  /** What an entry proves at most. Defaults to `business`. */
  proves?: Proof
  provesVatOf?: readonly string[]
  base: string
  requiredSettings?: readonly (keyof ApiSettings)[]
  limit: { concurrent: number } & Partial<Rate>
  otherHosts?: Readonly<Record<string, Rate>>
  /** For parts with their own limit and circuit breaker, such as VIES's member states. Defaults to the id. */
  limiterKey?: (request: LookUpRequest) => string
  /** Types of numbers of another register. */
  fallbackFor?: readonly string[]
  /** As a fallback: whether it can hold the number, and answers this requester. It can by default. */
  canHold?: (request: LookUpRequest) => boolean
  /** As a fallback: it holds all such numbers, so "not found" is an answer. */
  refutes?: true
  requesters?: readonly string[]
  isCrossCheck?: true
  /** No authority confirms its names, so another one proves nothing. */
  hasUnprovenNames?: true
  lookUp: (http: RegisterHttp, request: LookUpRequest) => Promise<RegisterAnswer>
  /** For registers that answer several numbers at once: one request for up to `max`, with answers in the same order. */
  lookUpMany?: {
    max: number
    lookUp: (http: RegisterHttp, requests: readonly LookUpRequest[]) => Promise<readonly RegisterAnswer[]>
  }
}

export function countriesOf({ identifiers, fallbackFor = [] }: Register): string[] {
  const types = identifiers.length > 0 ? identifiers : fallbackFor
  return [...new Set(types.map((type) => type.slice(0, 2)))]
}

export const limiterKeyOf = ({ register, request }: { register: Register; request: LookUpRequest }): string =>
  register.limiterKey?.(request) ?? register.id
