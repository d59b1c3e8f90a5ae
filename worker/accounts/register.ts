import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import type { Registration, User } from './contract.ts'
import { accountParts } from './create-account.ts'
import { hashPassword } from './password.ts'
import { newSession, sessionPart } from './session-row.ts'

const rowSchema = z.object({
  user_id: z.number(),
  created_at: z.coerce.date(),
  name: z.string(),
  reset_date: z.coerce.date(),
  monthly_limit: z.number(),
})

type Registered = { user: User; organization: OrganizationDetail; sid: string }

/** A new user with an organization, signed in. Throws EMAIL_TAKEN. */
export async function register(
  ctx: Context,
  { password, ...input }: Registration,
  userAgent: string | undefined,
): Promise<Registered> {
  return openAccount(ctx, { ...input, passwordHash: await hashPassword(password) }, userAgent)
}

/** The same once the password is hashed: one statement. */
export async function openAccount(
  ctx: Context,
  input: Omit<Registration, 'password'> & { passwordHash: string },
  userAgent: string | undefined,
): Promise<Registered> {
  const { organizationId, parts } = accountParts({
    email: input.email,
    passwordHash: input.passwordHash,
    phoneNumber: input.phoneNumber ?? null,
    now: ctx.now,
  })
  const session = newSession(userAgent)
  const { rows } = await ctx.db.execute(sql`
    with ${parts}, new_session as (${sessionPart(session, sql`select id from new_user`)})
    select new_user.id as user_id, new_user.created_at, new_organization.name,
           new_quota.reset_date, new_quota.monthly_limit
      from new_user, new_organization, new_quota`)
  if (!rows[0]) throw new AppError('EMAIL_TAKEN')
  const row = rowSchema.parse(rows[0])
  return {
    sid: session.sid,
    user: {
      id: row.user_id,
      email: input.email,
      role: null,
      organizationId,
      createdAt: row.created_at.toISOString(),
    },
    organization: describeOrganization({
      role: 'admin',
      organization: {
        id: organizationId,
        name: row.name,
        tier: 'FREE',
        status: 'ACTIVE',
        createdAt: row.created_at,
        monthlyLimit: row.monthly_limit,
        usedCount: 0,
        resetDate: row.reset_date,
        vatNumber: null,
      },
    }),
  }
}
