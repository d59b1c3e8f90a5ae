import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { defineScript, RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { retry, sleep } from '#worker/lib/retry.ts'
import { monthOf } from './month.ts'
import {
  type CachedOrganization,
  type CachedToken,
  DELETED_TOKEN,
  encodeOrganization,
  encodeToken,
  quotaKey,
  quotaKeyExpiry,
} from './quota-state.ts'

/**
 * A number that rises with each change of a token: the WAL position while the token's row is locked. Use it in the
 * `returning` of the statement that changes the token.
 */
export const changeNumber = sql<number>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8`.mapWith(Number)

/** KEYS the organization's month. ARGV 1 token hash  2 record  3 change number  4 expiry of the key (s) */
const cacheTokenScript = defineScript(
  `#!lua flags=allow-key-locking
local record = redis.call('HGET', KEYS[1], ARGV[1])
if record == '${DELETED_TOKEN}' then return 0 end
if record and cjson.decode(record).change > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIREAT', KEYS[1], ARGV[4])
return 1
`,
  z.number(),
)

export type TokenKey = { organizationId: string; tokenHash: string }

/** Call after the change is committed. Doesn't overwrite a deleted token or a later change. */
export const cacheToken = (
  ctx: Context,
  { organizationId, tokenHash }: TokenKey,
  token: CachedToken,
  change: number,
) =>
  write(ctx, organizationId, ({ key, expiry }) =>
    ctx.redis.script(cacheTokenScript, [key], [tokenHash, encodeToken(token, change), change, expiry]),
  )

export const cacheDeletedToken = (ctx: Context, { organizationId, tokenHash }: TokenKey) =>
  write(ctx, organizationId, (month) => setField(ctx, month, tokenHash, DELETED_TOKEN))

/** Call after the change is committed. A retry deletes the record, which may be out of date by then. */
export const cacheOrganization = (ctx: Context, organizationId: string, organization: CachedOrganization) =>
  write(
    ctx,
    organizationId,
    (month) => setField(ctx, month, 'organization', encodeOrganization(organization)),
    (month) => deleteOrganization(ctx, month),
  )

/** Makes the next call load the organization. Unlike a record, this can't undo a parallel change. */
export const forgetOrganization = (ctx: Context, organizationId: string) =>
  write(ctx, organizationId, (month) => deleteOrganization(ctx, month))

/** Makes the next call load the token. */
export const forgetToken = (ctx: Context, { organizationId, tokenHash }: TokenKey) =>
  write(ctx, organizationId, ({ key }) => ctx.redis.run(z.number(), (redis) => redis.hdel(key, tokenHash)))

type MonthKey = { key: string; expiry: number }

const deleteOrganization = (ctx: Context, { key }: MonthKey) =>
  ctx.redis.run(z.number(), (redis) => redis.hdel(key, 'organization'))

const setField = (ctx: Context, { key, expiry }: MonthKey, field: string, value: string) =>
  ctx.redis.run(z.unknown(), (redis) =>
    redis
      .multi()
      .hset(key, { [field]: value })
      .expireat(key, expiry)
      .exec(),
  )

/** In milliseconds: Redis is skipped for a second after a failure. */
const FIRST_RETRY = 1_500
const RETRY_DELAYS = [3_000, 6_000, 12_000]

async function write(
  ctx: Context,
  organizationId: string,
  change: (month: MonthKey) => Promise<unknown>,
  laterChange = change,
): Promise<void> {
  const month = monthOf(ctx.now)
  const monthKey = { key: quotaKey(organizationId, month), expiry: quotaKeyExpiry(month) }
  try {
    await change(monthKey)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    const tryAgain = () => retry(() => laterChange(monthKey), { delays: RETRY_DELAYS })
    ctx.waitUntil(sleep(FIRST_RETRY).then(tryAgain))
  }
}
