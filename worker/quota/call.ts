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

/** By this isolate, Redis or PostgreSQL. Without a refusal, the call is counted, or has a stored answer. */
export type Decision = {
  at: Date
  token: CachedToken
  organization: CachedOrganization
  /** Calls of the month, with this one if it is counted. */
  used: number
  refusal: Refusal | undefined
  /** An earlier claim of the idempotency key. Then nothing is counted. */
  stored?: StoredClaim | undefined
  finish: (isAnswered: boolean) => void
  /** With an idempotency key. */
  storeAnswer?: ((answer: string) => Promise<unknown>) | undefined
}

type Known = Pick<Decision, 'at' | 'token' | 'organization'>

export function refusalOf(
  { at, token, organization }: Known,
  permission: AuthorizationRequest['permission'],
): Refusal | undefined {
  if (token.endsAt > 0 && token.endsAt <= at.getTime()) return 'EXPIRED'
  if (organization.status !== 'ACTIVE') return 'SUSPENDED'
  return token[permission] ? undefined : 'NO_PERMISSION'
}
