import type { OrganizationStatus, Tier } from '#db/organization-enums.ts'
import type { Claim } from '#worker/idempotency/claim.ts'

/** Per organization and isolate. */
export const BURST = { calls: 1_000, milliseconds: 10_000 } as const

/** Per client network and isolate. */
export const UNKNOWN_TOKENS = { calls: 100, milliseconds: 60_000 } as const

export type AuthorizationRequest = {
  tokenHash: string
  /** As the token's text names it. */
  organizationId: string
  permission: 'read' | 'validation'
  /** The client network of the unknown-token rate limit. */
  address: string
  /** The call to count. Without it, the token is checked, and nothing is counted. */
  counted?: CountedCall | undefined
  /** A test token has a burst limit of its own. */
  isTest?: boolean
}

/** What PostgreSQL records of a call before its answer. `requestId` is recorded once. */
export type CountedCall = {
  requestId: string
  method: string
  endpoint: string
  country: string | null
  /** Of an idempotency key. Such a call is counted before its answer. */
  claim?: Claim | undefined
}

export type Caller = {
  tokenId: number
  organizationId: string
  canUseRegisters: boolean
  status: OrganizationStatus
  tier: Tier
  monthlyLimit: number
  vatNumber: string | null
  usedCount: number
  burstLeft: number
}

export type Refusal =
  | 'UNKNOWN_TOKEN'
  | 'EXPIRED'
  | 'SUSPENDED'
  | 'NO_PERMISSION'
  | 'BURST'
  | 'QUOTA'
  | 'KEY_REUSED'
  | 'KEY_IN_USE'
  | 'UNKNOWN_TOKEN_LIMIT'

/**
 * `at` decides the billing month. `finish` must be called once: a call without an answer isn't counted. `wait` is in
 * milliseconds. `unknownTokens` counts those of the client's network in this minute. With an idempotency key, `replay`
 * is the stored answer of its first call, and `store` stores this call's encrypted answer.
 */
export type Authorization = { at: Date } & (
  | {
      authorized: true
      caller: Caller
      finish: (isAnswered: boolean) => void
      replay?: string | undefined
      store?: ((answer: string) => Promise<unknown>) | undefined
    }
  | { authorized: false; refusal: Refusal; wait: number; unknownTokens: number; caller?: Caller }
)
