import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { MAX_OWN_ORGANIZATIONS, type OrganizationDetail, type OrganizationName } from './contract.ts'
import { describeOrganization, membershipOfRow, membershipRowSchema } from './describe.ts'
import { organizationParts } from './organization-parts.ts'

/**
 * A further organization of the user, who becomes its admin. Throws ORGANIZATION_LIMIT_REACHED.
 * The user's row is locked first, in a statement of its own, so that the count which follows sees every organization
 * made before it: the limit is exact however many calls there are.
 */
export async function createOrganization(
  ctx: Context,
  { name }: OrganizationName,
  userId: number,
): Promise<OrganizationDetail> {
  const { parts } = organizationParts({
    name,
    owner: sql`
      select id from users
       where id = ${userId}
         and (select count(*) from organization_memberships
               where user_id = ${userId} and role = 'admin') < ${MAX_OWN_ORGANIZATIONS}`,
    now: ctx.now,
  })
  const [, { rows }] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'),
    ctx.db.execute(sql`
      with ${parts}
      select m.role, o.id, o.name, o.tier, o.status, o.created_at, o.vat_number,
             q.monthly_limit, q.used_count, q.reset_date
        from new_organization o, new_membership m, new_quota q`),
  ])
  if (!rows[0]) throw new AppError('ORGANIZATION_LIMIT_REACHED')
  return describeOrganization(membershipOfRow(membershipRowSchema.parse(rows[0])))
}
