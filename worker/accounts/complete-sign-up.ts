import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/crypto.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization, membershipOfRow, membershipRowSchema } from '#worker/organizations/describe.ts'
import { type Completion, platformRoleSchema, type User } from './contract.ts'
import { hashPassword } from './password.ts'
import { isVerified, knownBrowsers, waits } from './pending-sign-up.ts'
import { newSession, sessionPart } from './session-row.ts'

const rowSchema = membershipRowSchema.extend({
  user_id: z.number(),
  user_role: platformRoleSchema.nullable(),
  user_created_at: z.coerce.date(),
})

/**
 * Sets the password of a sign-up whose link was opened, and signs in; of many at once exactly one does. Throws
 * NOT_VERIFIED, also to every browser but those of this sign-up: knowing the address is not enough.
 */
export async function completeSignUp(
  ctx: Context,
  input: Completion,
  browser: { secret: string | undefined; userAgent: string | undefined },
): Promise<{ user: User; organization: OrganizationDetail; sid: string }> {
  if (!browser.secret) throw new AppError('NOT_VERIFIED')
  const isReady = sql`
    ${waits(input.email)} and ${isVerified} and ${hashToken(browser.secret)} = any(${knownBrowsers})`
  await requireReady(ctx, isReady)
  const passwordHash = await hashPassword(input.password)
  const session = newSession(browser.userAgent)
  const { rows } = await ctx.db.execute(sql`
    with completed as (
      update users set password = ${passwordHash}, email_verified_at = now(), temp_data = null
       where ${isReady}
      returning users.id, users.role, users.created_at
    ),
    new_session as (${sessionPart(session, sql`select id from completed`)})
    select u.id as user_id, u.role as user_role, u.created_at as user_created_at,
           m.role, o.id, o.name, o.tier, o.status, o.created_at, o.vat_number,
           q.monthly_limit, q.used_count, q.reset_date
      from completed u
      join organization_memberships m on m.user_id = u.id
      join organizations o on o.id = m.organization_id
      join organization_quotas q on q.organization_id = o.id
     order by m.id
     limit 1`)
  if (!rows[0]) throw new AppError('NOT_VERIFIED')
  return { sid: session.sid, ...describeCompleted(input.email, rowSchema.parse(rows[0])) }
}

/** A call that cannot succeed is refused before the password is hashed, which is what costs. */
async function requireReady(ctx: Context, isReady: SQL): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from users where ${isReady}`)
  if (rows.length === 0) throw new AppError('NOT_VERIFIED')
}

function describeCompleted(email: string, row: z.infer<typeof rowSchema>) {
  const user: User = {
    id: row.user_id,
    email,
    role: row.user_role,
    organizationId: row.id,
    createdAt: row.user_created_at.toISOString(),
  }
  return { user, organization: describeOrganization(membershipOfRow(row)) }
}
