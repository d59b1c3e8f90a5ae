import type { OrganizationStatus, Tier } from '#worker/organizations/contract.ts'

type Permission = 'read' | 'validation'

/** Calls an organization may make at once, and how long it takes until all of them are free again. */
export const BURST = { size: 1_000, window: 10_000 } as const

/** Tokens that do not exist, by one network address. */
export const UNKNOWN_TOKENS_PER_MINUTE = 100

/** Who asks for what. `cost` is 0 for a call that will be refused for its body: it is known to whom it belongs, and spends nothing. */
export type AuthorizationRequest = {
  tokenHash: string
  permission: Permission
  cost: 0 | 1
  /** The caller's network address, for the limit on tokens that do not exist. */
  address: string
  /**
   * What a register said of the number comes along: the key of the answer in nobody's name, and the letters of the VAT
   * numbers in whose name that register can be asked.
   */
  kept?: { key: string; letters: readonly string[] } | undefined
}

/** Whose call it is, and where the organization stands after it. */
export type Caller = {
  tokenId: number
  organizationId: string
  /** Whether the token may ask the registers. */
  canUseRegisters: boolean
  status: OrganizationStatus
  tier: Tier
  monthlyLimit: number
  vatNumber: string | null
  usedCount: number
  burstLeft: number
}

export type Refusal = 'NO_TOKEN' | 'EXPIRED' | 'SUSPENDED' | 'NO_PERMISSION' | 'BURST' | 'QUOTA' | 'FLOOD'

/**
 * `at` is the instant of the decision: its month is the one that the call counts in, wherever it is counted and told.
 * `pending` is what was spent in Redis and is still to be written to PostgreSQL. `kept` is what was asked for, as it is
 * kept. `wait` is in milliseconds; `tried` counts the unknown tokens of the caller's address in its minute.
 */
export type Authorization = { at: Date } & (
  | { admitted: true; caller: Caller; pending: 0 | 1; kept: string }
  | { admitted: false; refusal: Refusal; wait: number; tried: number; caller?: Caller }
)
