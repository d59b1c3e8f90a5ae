import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { defineScript, RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { sleep } from '#worker/lib/retry.ts'
import type { OrganizationStatus, Tier } from '#worker/organizations/contract.ts'
import type { Permissions } from '#worker/tokens/contract.ts'

/** What the hot path reads instead of PostgreSQL. A token's record names its organization, whose record stands for all its tokens. */
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

/** Stands where a token's record was, or where none ever was. It wins over a record that a slower call still carries. */
export const NO_TOKEN = 'none'
export const RECORD_SECONDS = 86_400
export const NO_TOKEN_SECONDS = 3_600

/**
 * A record ends with its token. PostgreSQL is asked again at that moment, so that a scheduled deletion which was taken
 * back holds up nobody, even if Redis was never told of that.
 */
export function recordSeconds({ endsAt }: CachedToken): number {
  if (endsAt === 0) return RECORD_SECONDS
  const left = Math.ceil((endsAt - Date.now()) / 1000)
  return left > 0 ? Math.min(left, RECORD_SECONDS) : NO_TOKEN_SECONDS
}

/** `change` is 0 for what was only read: any change of the token replaces it. */
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

/** The instant at which a token stops working, as its record holds it. */
export const tokenEnd = (token: { expiresAt: Date | null; deleteAt: Date | null }) => {
  const ends = [token.expiresAt, token.deleteAt].flatMap((date) => (date ? [date.getTime()] : []))
  return ends.length > 0 ? Math.min(...ends) : 0
}

/**
 * The number of a change of a token, for the `returning` of the statement that makes it: how far PostgreSQL's log has
 * come while the token's row is locked. Of two changes of one token the later has the greater.
 */
export const changeNumber = sql<number>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8`.mapWith(Number)

/** A later change stays, and a token that is gone stays gone, whatever a slower change still says. */
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

/** Makes a change of a token hold at its next call. PostgreSQL must hold it already, and have told its `changeNumber`. */
export const cacheToken = (ctx: Context, tokenHash: string, token: CachedToken, change: number) =>
  persistently(ctx, () =>
    ctx.redis.script(
      replaceToken,
      [tokenKey(tokenHash)],
      [encodeToken(token, change), NO_TOKEN, recordSeconds(token), change],
    ),
  )

/** Makes a revocation hold at the token's next call. PostgreSQL must hold it already. */
export const invalidateToken = (ctx: Context, tokenHash: string) =>
  persistently(ctx, () =>
    ctx.redis.send(z.unknown(), 'SET', tokenKey(tokenHash), NO_TOKEN, 'EX', NO_TOKEN_SECONDS),
  )

/**
 * Makes a change of status or tier hold at the next call of any of the organization's tokens. A Redis that did not take
 * it is told afterwards to read the organization anew: by then there may have been another change.
 */
export const cacheOrganization = (ctx: Context, organization: CachedOrganization) =>
  persistently(
    ctx,
    () =>
      ctx.redis.send(
        z.unknown(),
        'SET',
        organizationKey(organization.id),
        encodeOrganization(organization),
        'EX',
        RECORD_SECONDS,
      ),
    () => deleteOrganization(ctx, organization.id),
  )

/**
 * Has the next call of any of the organization's tokens read it anew: unlike a record, that is never behind a change
 * which somebody else makes at the same time.
 */
export const invalidateOrganization = (ctx: Context, organizationId: string) =>
  persistently(ctx, () => deleteOrganization(ctx, organizationId))

const deleteOrganization = (ctx: Context, organizationId: string) =>
  ctx.redis.send(z.number(), 'DEL', organizationKey(organizationId))

const RETRY_DELAYS = [1_500, 3_000, 6_000, 12_000]

/** A Redis that does not answer is tried again after the answer; until it does, calls are decided by PostgreSQL. */
async function persistently(
  ctx: Context,
  write: () => Promise<unknown>,
  afterwards: () => Promise<unknown> = write,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    ctx.waitUntil(retry(afterwards))
  }
}

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (const delay of RETRY_DELAYS) {
    await sleep(delay)
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof RedisUnavailable)) throw error
    }
  }
}
