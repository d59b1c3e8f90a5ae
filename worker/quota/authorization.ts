import { onceLoaded } from '#worker/lib/once.ts'
import type { CachedOrganization, CachedToken, QuotaState } from './quota-state.ts'

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
  /** The client's address, for the token's allow-list. Missing for a call from the dashboard. */
  ip?: string | undefined
  /** A test token has a burst limit of its own. */
  isTest?: boolean
}

/** `at` decides the month, and `key` names it in Redis. */
export type Call = AuthorizationRequest & { at: Date; key: string }

export type Caller = CachedOrganization & {
  tokenId: number
  organizationId: string
  canUseRegisters: boolean
  usedCount: number
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

/** `call` is in the month of `state`. */
export type FoundState = { call: Call; state: QuotaState }

export type Authorized = FoundState & { at: Date; authorized: true; caller: Caller }

/** `wait` is in milliseconds. `unknownTokens` counts those of the client's network in this minute. */
export type Refused = { at: Date; authorized: false; refusal: Refusal; wait: number } & (
  | { caller: Caller }
  | { caller?: undefined; unknownTokens?: number }
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

/** Only calls with an allow-list need it. */
const loadIpNetworks = onceLoaded(() => import('#worker/lib/ip-networks.ts'))

async function isAllowed(ip: string, { allowedIps }: CachedToken): Promise<boolean> {
  if (allowedIps.length === 0) return true
  const { isInNetworks } = await loadIpNetworks()
  return isInNetworks(ip, allowedIps)
}

export async function refusalOf(
  { token, organization }: Omit<QuotaState, 'used'>,
  { at, permission, ip }: Pick<Call, 'at' | 'permission' | 'ip'>,
): Promise<Refusal | undefined> {
  if (ip !== undefined && !(await isAllowed(ip, token))) return 'IP'
  if (token.endsAt > 0 && token.endsAt <= at.getTime()) return 'EXPIRED'
  if (organization.status !== 'ACTIVE') return 'SUSPENDED'
  return token[permission] ? undefined : 'NO_PERMISSION'
}
