import type { BaseContext } from '#worker/base-context.ts'
import { bucketsOf } from '#worker/lib/customer-network.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import {
  type AuthorizationRequest,
  type Authorized,
  BURST,
  type Refusal,
  type Refused,
  TEST_BURST,
  UNKNOWN_TOKENS,
} from './authorization.ts'
import { type FoundQuota, findQuota } from './cached-quotas.ts'

const MAX_ORGANIZATIONS = 10_000
const bursts = new FixedWindow(MAX_ORGANIZATIONS)

const MAX_NETWORKS = 10_000
const unknownTokens = new FixedWindow(MAX_NETWORKS)

/**
 * Checks the token and the burst limit; counts nothing of the quota. Throws PostgreSQL's error if neither this isolate nor
 * Redis knows the token, and PostgreSQL doesn't answer.
 */
export async function authorize(
  ctx: BaseContext,
  request: AuthorizationRequest,
): Promise<Authorized | Refused> {
  const { organizationId, clientNetwork, isTest = false } = request
  const mayLoad = mayLoadToken(clientNetwork)
  const found = await findQuota(ctx, request, { mayLoad })
  if (!found) return refuseUnknownToken(ctx.now, clientNetwork)
  const { at, token, organization, used } = found
  const refusal = await refusalOf(found, request)
  // Such a caller learns nothing about the organization.
  if (refusal === 'IP') {
    ctx.waitUntil(import('./note-refused-ip.ts').then(({ noteRefusedIp }) => noteRefusedIp(ctx, request)))
    return { authorized: false, at, refusal, retryAfter: 0 }
  }
  const limit = isTest ? TEST_BURST : BURST
  const { left, retryAfter } = refusal
    ? { left: limit.calls, retryAfter: 0 }
    : isTest
      ? await takeTestCall(ctx, organizationId)
      : bursts.take(organizationId, BURST)
  const caller = {
    ...organization,
    organizationId,
    tokenId: token.id,
    canUseRegisters: token.validation,
    usedCount: used,
    isTest,
    burstLeft: left,
  }
  const refused = refusal ?? (retryAfter > 0 ? 'BURST' : undefined)
  if (refused) return { authorized: false, at, refusal: refused, retryAfter, caller }
  return { authorized: true, at, caller }
}

const loadRateLimits = onceLoaded(() => import('#worker/rate-limits.ts'))

async function takeTestCall({ redis }: BaseContext, organizationId: string) {
  const { takeCall } = await loadRateLimits()
  return await takeCall(redis, { name: 'test-token', ...TEST_BURST }, organizationId)
}

async function refusalOf(
  { at, token, organization }: FoundQuota,
  { permission, ip }: AuthorizationRequest,
): Promise<Refusal | undefined> {
  if (ip !== undefined && !(await isAllowed(ip, token.allowedIps))) return 'IP'
  if (token.endsAt > 0 && token.endsAt <= at.getTime()) return 'EXPIRED'
  if (organization.status !== 'ACTIVE') return 'SUSPENDED'
  return token[permission] ? undefined : 'NO_PERMISSION'
}

const loadIpNetworks = onceLoaded(() => import('#worker/lib/ip-networks.ts'))

async function isAllowed(ip: string, allowedIps: readonly string[]): Promise<boolean> {
  if (allowedIps.length === 0) return true
  const { isInNetworks } = await loadIpNetworks()
  return isInNetworks(ip, allowedIps)
}

export const mayLoadToken = (clientNetwork: string): boolean =>
  bucketsOf(UNKNOWN_TOKENS, clientNetwork).every(
    ({ subject, limit }) => !unknownTokens.isUsedUp(subject, limit),
  )

export function refuseUnknownToken(at: Date, clientNetwork: string): Refused {
  let left: number = UNKNOWN_TOKENS.calls
  let retryAfter = 0
  for (const { subject, limit } of bucketsOf(UNKNOWN_TOKENS, clientNetwork)) {
    if (retryAfter > 0) break
    const taken = unknownTokens.take(subject, limit)
    left = Math.min(left, taken.left)
    retryAfter = taken.retryAfter
  }
  const refusal = retryAfter > 0 ? 'UNKNOWN_TOKEN_LIMIT' : 'UNKNOWN_TOKEN'
  return { authorized: false, at, refusal, retryAfter, left }
}
