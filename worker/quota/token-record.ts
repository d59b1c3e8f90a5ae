import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'
import { permissionsSchema } from '#worker/tokens/contract.ts'
import type { AdmissionRequest } from './admission.ts'
import { monthOf } from './month.ts'
import { type CachedOrganization, type CachedToken, endOf } from './token-cache.ts'

const instant = z.coerce.date().nullable()

const rowSchema = z.object({
  token_id: z.number(),
  permissions: permissionsSchema,
  expires_at: instant,
  delete_at: instant,
  organization_id: z.string(),
  status: statusSchema,
  tier: tierSchema,
  monthly_limit: z.number(),
  vat_number: z.string().nullable(),
  used_count: z.number(),
  reset_date: z.coerce.date(),
})

/** `usedCount` counts the month that ends at `resetDate`, which may be over: see `quotaAt`. */
export type TokenRecord = {
  token: CachedToken
  organization: CachedOrganization
  usedCount: number
  resetDate: Date
}

/** A token with its organization and that one's quota, as a part of a statement named `found`. */
const foundToken = (tokenHash: string) => sql`
  found as (
    select t.id as token_id, t.permissions, t.expires_at, t.delete_at,
           o.id as organization_id, o.status, o.tier, o.vat_number, q.monthly_limit, q.used_count, q.reset_date
      from api_tokens t
      join organizations o on o.id = t.organization_id
      join organization_quotas q on q.organization_id = o.id
     where t.token = ${tokenHash}
  )`

function toTokenRecord(row: unknown): TokenRecord {
  const found = rowSchema.parse(row)
  return {
    token: {
      id: found.token_id,
      organizationId: found.organization_id,
      permissions: found.permissions,
      endsAt: endOf({ expiresAt: found.expires_at, deleteAt: found.delete_at }),
    },
    organization: {
      id: found.organization_id,
      status: found.status,
      tier: found.tier,
      monthlyLimit: found.monthly_limit,
      vatNumber: found.vat_number,
    },
    usedCount: found.used_count,
    resetDate: found.reset_date,
  }
}

/** One statement: what PostgreSQL knows of a token; undefined when there is none. */
export async function readTokenRecord(ctx: Context, tokenHash: string): Promise<TokenRecord | undefined> {
  const { rows } = await ctx.db.execute(sql`with ${foundToken(tokenHash)} select * from found`)
  return rows[0] && toTokenRecord(rows[0])
}

/**
 * The same decision as the script's, in one guarded statement, for when Redis does not answer. A row that counts a
 * later month than that of `now` is spent from as it is. The last `reserve` of the limit are left alone.
 */
export async function spendInDatabase(
  ctx: Context,
  request: AdmissionRequest,
  now: Date,
  reserve: number,
): Promise<{ record: TokenRecord; spent: boolean } | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const end = sql`${monthOf(now).end.toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute(sql`
    with ${foundToken(request.tokenHash)},
    spent as (
      update organization_quotas q
         set used_count = case when q.reset_date <= ${at} then 0 else q.used_count end + ${request.cost}::int,
             reset_date = case when q.reset_date <= ${at} then ${end} else q.reset_date end
        from found
       where q.organization_id = found.organization_id
         and found.status = 'ACTIVE'
         and coalesce(found.expires_at > ${at}, true)
         and coalesce(found.delete_at > ${at}, true)
         and (found.permissions ->> ${request.permission})::boolean
         and case when q.reset_date <= ${at} then 0 else q.used_count end + ${request.cost * (1 + reserve)}::int <= q.monthly_limit
      returning q.used_count, q.reset_date
    )
    select found.token_id, found.permissions, found.expires_at, found.delete_at, found.organization_id,
           found.status, found.tier, found.vat_number, found.monthly_limit,
           coalesce((select used_count from spent), found.used_count) as used_count,
           coalesce((select reset_date from spent), found.reset_date) as reset_date,
           exists (select from spent) as spent
      from found`)
  const row = rows[0]
  if (!row) return undefined
  return { record: toTokenRecord(row), spent: row.spent === true }
}
