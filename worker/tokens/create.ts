import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from '#worker/organizations/lock-organization.ts'
import { cacheToken, changeNumber, endOf } from '#worker/quota/token-cache.ts'
import {
  type CreatedToken,
  type createTokenSchema,
  DEFAULT_TOKEN_NAME,
  type Expiry,
  MAX_TOKENS,
} from './contract.ts'
import { describeToken } from './describe.ts'
import { generateToken } from './generate-token.ts'

const DAY = 86_400_000
const lifetimes: Readonly<Record<Expiry, number | null>> = {
  never: null,
  '30days': 30 * DAY,
  '90days': 90 * DAY,
  '1year': 365 * DAY,
}

type Input = Omit<z.output<typeof createTokenSchema>, 'organizationId'> & { organizationId: string }

const rowSchema = z.object({
  is_member: z.boolean(),
  created: z.object({ id: z.number(), created_at: z.coerce.date(), change: z.number() }).nullable(),
})

/**
 * A new token, with its value for the only time. Throws TOKEN_LIMIT_REACHED; ORGANIZATION_NOT_FOUND to a caller who is
 * no member any more by now.
 * The organization is locked before the count: the limit is exact however many callers there are, and nobody who is
 * being removed takes a token along.
 */
export async function createToken(ctx: Context, input: Input, userId: number): Promise<CreatedToken> {
  const { organizationId, name, permissions } = input
  const lifetime = lifetimes[input.expiry]
  const expiresAt = lifetime === null ? null : new Date(ctx.now.getTime() + lifetime)
  const generated = generateToken()
  const [, { rows }] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
    ctx.db.execute(sql`
      with caller as (
        select id from organization_memberships
         where organization_id = ${organizationId} and user_id = ${userId}
      ),
      created as (
        insert into api_tokens
          (name, token, prefix, last_four, organization_id, permissions, expires_at, created_by)
        select ${name}, ${generated.tokenHash}, ${generated.prefix}, ${generated.lastFour}, ${organizationId},
               ${JSON.stringify(permissions)}::jsonb, ${expiresAt?.toISOString() ?? null}::timestamptz, ${userId}::int
          from caller
         where (select count(*) from api_tokens
                 where organization_id = ${organizationId}
                   and name <> ${DEFAULT_TOKEN_NAME}
                   and coalesce(delete_at > ${ctx.now.toISOString()}::timestamptz, true)) < ${MAX_TOKENS}
        returning id, created_at, ${changeNumber} as change
      )
      select exists (select from caller) as is_member, (select row_to_json(created) from created) as created`),
  ])
  const { is_member: isMember, created: row } = rowSchema.parse(rows[0])
  if (!row) throw new AppError(isMember ? 'TOKEN_LIMIT_REACHED' : 'ORGANIZATION_NOT_FOUND')
  await cacheToken(
    ctx,
    generated.tokenHash,
    { id: row.id, organizationId, permissions, endsAt: endOf({ expiresAt, deleteAt: null }) },
    row.change,
  )
  return {
    ...describeToken({
      id: row.id,
      name,
      prefix: generated.prefix,
      lastFour: generated.lastFour,
      permissions,
      expiresAt,
      deleteAt: null,
      lastUsedAt: null,
      createdAt: row.created_at,
    }),
    token: generated.token,
  }
}
