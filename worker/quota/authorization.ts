import type { OrganizationStatus, Tier } from '#worker/organizations/contract.ts'

type Permission = 'read' | 'validation'

/** Calls that an organization may make at once; all of them are free again after `window` milliseconds. */
export const BURST = { size: 1_000, window: 10_000 } as const

export const UNKNOWN_TOKENS_PER_MINUTE = 100

export type AuthorizationRequest = {
  tokenHash: string
  permission: Permission
  /** 0 for a call with an invalid body: its token is checked, but nothing is spent. */
  cost: 0 | 1
  /** The client network of the unknown-token rate limit. */
  address: string
  /** The cached register answer to read in the same trip. `letters` are prefixes of VAT numbers the register accepts as requester. */
  cachedAnswer?: { key: string; letters: readonly string[] } | undefined
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
  | 'UNKNOWN_TOKEN_LIMIT'

/**
 * `at` decides the billing month. `pending` is spent in Redis and not yet in PostgreSQL. `cachedAnswer` is still
 * encoded, or ''. `wait` is in milliseconds. `unknownTokens` counts those of the client's network in this minute.
 */
export type Authorization = { at: Date } & (
  | { authorized: true; caller: Caller; pending: 0 | 1; cachedAnswer: string }
  | { authorized: false; refusal: Refusal; wait: number; unknownTokens: number; caller?: Caller }
)
