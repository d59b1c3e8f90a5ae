import type { StoredClaim } from '#worker/idempotency/claim.ts'
import type { AuthorizationRequest, Refusal } from './authorization.ts'
import { type Month, monthOf } from './month.ts'
import { type CachedOrganization, type CachedToken, quotaKey } from './quota-state.ts'

/** `at` decides the month; `key` is the month's hash in Redis. */
export type Call = AuthorizationRequest & { at: Date; month: Month; key: string }

export function callAt(request: AuthorizationRequest, at: Date): Call {
  const month = monthOf(at)
  return { ...request, at, month, key: quotaKey(request.organizationId, month) }
}

/** What a store knows about the call's token and organization, and whether it spent the call. */
export type Spending = {
  at: Date
  token: CachedToken
  organization: CachedOrganization
  refusal: Refusal | undefined
  /** Calls of the month, with this one if it is spent. */
  used: number
  isSpent: boolean
  /** An earlier claim of the idempotency key. Then nothing is spent. */
  stored: StoredClaim | undefined
  /** Gives back the calls that weren't used. */
  finish: (used: number) => void
  /** With an idempotency key. */
  storeAnswer: ((answer: string) => Promise<unknown>) | undefined
}

type Known = Pick<Spending, 'at' | 'token' | 'organization'>

export function refusalOf(
  { at, token, organization }: Known,
  permission: AuthorizationRequest['permission'],
): Refusal | undefined {
  if (token.endsAt > 0 && token.endsAt <= at.getTime()) return 'EXPIRED'
  if (organization.status !== 'ACTIVE') return 'SUSPENDED'
  return token[permission] ? undefined : 'NO_PERMISSION'
}
