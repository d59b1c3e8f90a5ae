import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { countedThisMonth } from '#worker/validation/counted.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization, membershipOfRow, membershipRowSchema } from './describe.ts'
import { rolesWith } from './rights.ts'

type Input = { organizationId: string; name: string }

/** Gives an organization another name. Throws ROLE_TOO_LOW, also to one who is no admin any more by now. */
export async function renameOrganization(
  ctx: Context,
  { organizationId, name }: Input,
  userId: number,
): Promise<OrganizationDetail> {
  const { rows } = await ctx.db.execute(sql`
    update organizations o
       set name = ${name}, updated_at = now()
      from organization_memberships m, organization_quotas q
     where o.id = ${organizationId}
       and m.organization_id = o.id and m.user_id = ${userId} and m.role in ${rolesWith('renames')}
       and q.organization_id = o.id
    returning m.role, o.id, o.name, o.tier, o.status, o.created_at, q.monthly_limit, q.used_count, q.reset_date`)
  if (!rows[0]) throw new AppError('ROLE_TOO_LOW')
  const membership = membershipOfRow(membershipRowSchema.parse(rows[0]))
  return describeOrganization(membership, await countedThisMonth(ctx, organizationId))
}
