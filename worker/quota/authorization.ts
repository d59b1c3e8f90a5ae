import type { OrganizationStatus, Tier } from '#db/organization-enums.ts'
import type { QuotaState } from './quota-state.ts'

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
  /** A test token has a burst limit of its own. */
  isTest?: boolean
}

/** `at` decides the month, and `key` names it in Redis. */
export type Call = AuthorizationRequest & { at: Date; key: string }

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

/** `call` is in the month of `state`. */
export type FoundState = { call: Call; state: QuotaState }

export type Authorized = FoundState & { at: Date; authorized: true; caller: Caller }

/** `wait` is in milliseconds. `unknownTokens` counts those of the client's network in this minute. */
export type Refused = { at: Date; authorized: false; refusal: Refusal; wait: number } & (
  | { caller: Caller }
  | { caller?: undefined; unknownTokens: number }
)

/** What PostgreSQL records of a call before its answer. `requestId` is recorded once. */
export type CountedCall = { requestId: string; method: string; endpoint: string; country: string | null }

/**
 * `used` counts the month's calls, with this one unless it is refused. `at` decides the month. Call `finish` once: a call
 * without an answer isn't counted.
 */
export type Count = {
  at: Date
  used: number
  refusal?: Refusal | undefined
  finish: (isAnswered: boolean) => void
}

export function refusalOf(
  { token, organization }: Omit<QuotaState, 'used'>,
  { at, permission }: Pick<Call, 'at' | 'permission'>,
): Refusal | undefined {
  if (token.endsAt > 0 && token.endsAt <= at.getTime()) return 'EXPIRED'
  if (organization.status !== 'ACTIVE') return 'SUSPENDED'
  return token[permission] ? undefined : 'NO_PERMISSION'
}
