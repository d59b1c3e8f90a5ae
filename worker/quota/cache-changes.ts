import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import { retry, sleep } from '#worker/lib/time.ts'
import { RedisUnavailable } from '#worker/services/redis.ts'
import { forgetStates } from './known-quotas.ts'
import { monthOf, quotaKey, quotaKeyExpiry } from './month.ts'
import { DELETED_TOKEN } from './quota-state.ts'

export type TokenKey = { organizationId: string; tokenHash: string }

/** Call these after the change is committed. The next call loads the record from PostgreSQL. */
export const forgetOrganization = (ctx: BaseContext, organizationId: string) =>
  forget(ctx, organizationId, 'organization')

export const forgetToken = (ctx: BaseContext, { organizationId, tokenHash }: TokenKey) =>
  forget(ctx, organizationId, tokenHash)

const forget = (ctx: BaseContext, organizationId: string, field: string) =>
  change(ctx, organizationId, ({ key }) => ctx.redis.run(z.number(), (redis) => redis.hdel(key, field)))

export const cacheDeletedToken = (ctx: BaseContext, { organizationId, tokenHash }: TokenKey) =>
  change(ctx, organizationId, ({ key, expiry }) =>
    ctx.redis.run(z.unknown(), (redis) =>
      redis
        .multi()
        .hset(key, { [tokenHash]: DELETED_TOKEN })
        .expireat(key, expiry)
        .exec(),
    ),
  )

/** In milliseconds: Redis is skipped for a second after a failure. */
const FIRST_RETRY = 1_500
const RETRY_DELAYS = [3_000, 6_000, 12_000]

async function change(
  ctx: BaseContext,
  organizationId: string,
  work: (month: { key: string; expiry: number }) => Promise<unknown>,
): Promise<void> {
  const month = monthOf(ctx.now)
  const key = quotaKey(ctx.settings, organizationId, month)
  const attempt = async () => {
    await work({ key, expiry: quotaKeyExpiry(month) })
    forgetStates(key)
  }
  forgetStates(key)
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    ctx.waitUntil(sleep(FIRST_RETRY).then(() => retry(attempt, { delays: RETRY_DELAYS })))
  }
}
