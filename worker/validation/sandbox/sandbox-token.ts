import * as z from 'zod/mini'
import type { BaseContext } from '#worker/base-context.ts'
import type { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { Taken } from '#worker/lib/fixed-window.ts'
import { signToken, verifyToken } from '#worker/lib/signed-token.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { takeInIsolate } from '#worker/rate-limits.ts'
import { RedisUnavailable } from '#worker/services/redis.ts'
import { TEST_PREFIX } from '#worker/token-format.ts'
import { SANDBOX_TOKEN, type SandboxToken } from './contract.ts'

const PURPOSE = { issuer: 'tinproof', audience: 'sandbox' } as const
export const newTokenLimit = {
  name: 'sandbox-token-address',
  calls: SANDBOX_TOKEN.perHour,
  seconds: 3_600,
} as const
/** While Redis is down, each isolate counts alone. */
const CALLS_WITHOUT_REDIS = SANDBOX_TOKEN.calls / 3

/** The token holds its ID and its end, so no database knows it. */
export async function createSandboxToken({ settings, now }: BaseContext): Promise<SandboxToken> {
  const expiresAt = new Date((Math.floor(now.getTime() / 1_000) + SANDBOX_TOKEN.seconds) * 1_000)
  const payload = { jti: randomBase62(22) }
  const jwt = await signToken(settings.SESSION_KEYS, payload, { ...PURPOSE, expiresAt })
  return { token: `${TEST_PREFIX}${jwt}`, expiresAt: expiresAt.toISOString(), calls: SANDBOX_TOKEN.calls }
}

type Claims = { id: string; expiresAt: number }

/** `expiresAt` is in seconds since 1970. An expired token and a forged one are errors. */
export async function readSandboxToken(
  { settings, now }: BaseContext,
  jwt: string,
): Promise<Claims | AppError> {
  const { status, payload } = await verifyToken(settings.SESSION_KEYS, jwt, PURPOSE)
  if (status === 'expired') return refusalError({ refusal: 'EXPIRED', at: now })
  return payload?.jti
    ? { id: payload.jti, expiresAt: payload.exp }
    : refusalError({ refusal: 'UNKNOWN_TOKEN', at: now })
}

export async function takeSandboxCall(
  { redis, now }: BaseContext,
  { id, expiresAt }: Claims,
): Promise<Taken> {
  const seconds = Math.max(1, Math.ceil(expiresAt - now.getTime() / 1_000))
  const key = `sandbox-token:${id}`
  try {
    const [calls] = await redis.run(z.tuple([z.number(), z.unknown()]), (client) =>
      client.multi().incr(key).expireat(key, expiresAt).exec(),
    )
    const left = Math.max(0, SANDBOX_TOKEN.calls - calls)
    return { left, retryAfter: calls > SANDBOX_TOKEN.calls ? seconds : 0 }
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    return takeInIsolate({ name: 'sandbox-token', calls: CALLS_WITHOUT_REDIS, seconds }, id)
  }
}
