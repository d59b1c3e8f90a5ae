import type { CachedOrganization } from './quota-state.ts'

/** Per organization and isolate. */
export const BURST = { calls: 1_000, seconds: 10 } as const

/** Per organization, in Redis. */
export const TEST_BURST = { calls: 100, seconds: 10 } as const

/** Per client network and isolate. */
export const UNKNOWN_TOKENS = { calls: 100, seconds: 60 } as const

export type AuthorizationRequest = {
  tokenHash: string
  organizationId: string
  permission: 'read' | 'validation'
  clientNetwork: string
  /** Missing for a call from the dashboard. */
  ip?: string | undefined
  isTest?: boolean
}

export type Caller = CachedOrganization & {
  tokenId: number
  organizationId: string
  canUseRegisters: boolean
  usedCount: number
  isTest: boolean
  burstLeft: number
}

export type Refusal =
  | 'UNKNOWN_TOKEN'
  | 'EXPIRED'
  | 'IP'
  | 'SUSPENDED'
  | 'NO_PERMISSION'
  | 'BURST'
  | 'QUOTA'
  | 'UNKNOWN_TOKEN_LIMIT'

/** `at` decides the billing month. */
export type Authorized = { authorized: true; at: Date; caller: Caller }

/** `retryAfter` is in seconds. `left` are the unknown tokens that the client's network may still try in this minute. */
export type Refused = { authorized: false; at: Date; refusal: Refusal; retryAfter: number } & (
  | { caller: Caller }
  | { caller?: undefined; left?: number }
)

/** What PostgreSQL records of a call before its answer. `requestId` is recorded once. */
export type CountedCall = { requestId: string; method: string; endpoint: string; country: string | null }

/**
 * `used` counts the month's calls, with this one unless it is refused. `at` decides the month. A call that fails afterwards
 * is taken back.
 */
export type Count = {
  at: Date
  used: number
  refusal?: Refusal
  takeBack?: () => Promise<unknown>
}
