import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { defineScript, RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { retry, sleep } from '#worker/lib/retry.ts'
import type { OrganizationStatus, Tier } from '#worker/organizations/contract.ts'
import type { Permissions } from '#worker/tokens/contract.ts'

export type CachedToken = {
  id: number
  organizationId: string
  permissions: Permissions
  /** Milliseconds since 1970, the earlier of expiry and scheduled deletion; 0 is never. */
  endsAt: number
}
export type CachedOrganization = {
  id: string
  status: OrganizationStatus
  tier: Tier
  monthlyLimit: number
  vatNumber: string | null
}

export const tokenKey = (tokenHash: string) => `token:${tokenHash}`
export const organizationKey = (organizationId: string) => `organization:${organizationId}`

/** Marks a token that doesn't exist. A slower call must not overwrite it with a record. */
export const NO_TOKEN = 'none'
export const RECORD_SECONDS = 86_400
export const NO_TOKEN_SECONDS = 3_600

/** A record expires with its token, so that a canceled deletion takes effect even if the Redis write failed. */
export function recordSeconds({ endsAt }: CachedToken): number {
  if (endsAt === 0) return RECORD_SECONDS
  const left = Math.ceil((endsAt - Date.now()) / 1000)
  return left > 0 ? Math.min(left, RECORD_SECONDS) : NO_TOKEN_SECONDS
}

/** `change` is a `changeNumber`, or 0 for a token that was only read. */
export const encodeToken = ({ id, organizationId, permissions, endsAt }: CachedToken, change = 0) =>
  JSON.stringify({
    i: id,
    o: organizationId,
    r: permissions.read,
    v: permissions.validation,
    e: endsAt,
    n: change,
  })
export const encodeOrganization = ({ status, tier, monthlyLimit, vatNumber }: CachedOrganization) =>
  JSON.stringify({ s: status, t: tier, l: monthlyLimit, ...(vatNumber && { n: vatNumber }) })

export const tokenEnd = (token: { expiresAt: Date | null; deleteAt: Date | null }) => {
  const ends = [token.expiresAt, token.deleteAt].flatMap((date) => (date ? [date.getTime()] : []))
  return ends.length > 0 ? Math.min(...ends) : 0
}

/**
 * A number that rises with each change of a token: the WAL position while the token's row is locked. Use it in the
 * `returning` of the statement that changes the token.
 */
export const changeNumber = sql<number>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8`.mapWith(Number)

const replaceToken = defineScript(
  `
local record = redis.call('GET', KEYS[1])
if record == ARGV[2] then return 0 end
if record and (cjson.decode(record).n or 0) > tonumber(ARGV[4]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1
`,
  z.number(),
)

/** Call after the change is committed. Doesn't overwrite a deleted token or a later change. */
export const cacheToken = (ctx: Context, tokenHash: string, token: CachedToken, change: number) =>
  writeWithRetry(ctx, () =>
    ctx.redis.script(
      replaceToken,
      [tokenKey(tokenHash)],
      [encodeToken(token, change), NO_TOKEN, recordSeconds(token), change],
    ),
  )

export const invalidateToken = (ctx: Context, tokenHash: string) =>
  writeWithRetry(ctx, () =>
    ctx.redis.run(z.unknown(), (redis) => redis.set(tokenKey(tokenHash), NO_TOKEN, { ex: NO_TOKEN_SECONDS })),
  )

/** Call after the change is committed. If Redis fails, a retry deletes the record, which may be stale by then. */
export const cacheOrganization = (ctx: Context, organization: CachedOrganization) =>
  writeWithRetry(
    ctx,
    () =>
      ctx.redis.run(z.unknown(), (redis) =>
        redis.set(organizationKey(organization.id), encodeOrganization(organization), { ex: RECORD_SECONDS }),
      ),
    () => deleteOrganization(ctx, organization.id),
  )

/** Makes the next call load the organization. Unlike a record, this can't undo a parallel change. */
export const invalidateOrganization = (ctx: Context, organizationId: string) =>
  writeWithRetry(ctx, () => deleteOrganization(ctx, organizationId))

const deleteOrganization = (ctx: Context, organizationId: string) =>
  ctx.redis.run(z.number(), (redis) => redis.del(organizationKey(organizationId)))

const FIRST_RETRY = 1_500
const RETRY_DELAYS = [3_000, 6_000, 12_000]

async function writeWithRetry(
  ctx: Context,
  write: () => Promise<unknown>,
  laterWrite: () => Promise<unknown> = write,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    ctx.waitUntil(sleep(FIRST_RETRY).then(() => retry(laterWrite, { delays: RETRY_DELAYS })))
  }
}
