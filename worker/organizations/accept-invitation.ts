import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/crypto.ts'
import { countedThisMonth } from '#worker/quota/counted.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization, membershipOfRow, membershipRowSchema } from './describe.ts'
import { findInvitation } from './find-invitation.ts'
import { lockOrganization } from './lock-organization.ts'

/**
 * Makes the user a member of the organization that the invitation is for; who is one already keeps the role.
 * The organization's row is locked first: nobody comes in twice, or while they are being removed.
 * Throws INVITATION_NOT_YOURS for one to another address, INVITATION_NOT_FOUND for one that is used or over.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  user: { id: number; email: string },
): Promise<OrganizationDetail> {
  const tokenHash = hashToken(token)
  const [, { rows }] = await ctx.db.batch([
    lockOrganization(
      ctx,
      sql`(select organization_id from organization_invitations where token = ${tokenHash})`,
    ),
    ctx.db.execute(sql`
      with invitation as (
        update organization_invitations
           set status = 'accepted'
          from organizations
         where organization_invitations.token = ${tokenHash}
           and organization_invitations.status = 'pending'
           and organization_invitations.expires_at > now()
           and organization_invitations.email = ${user.email}
           and organizations.id = organization_invitations.organization_id
           and organizations.status = 'ACTIVE'
        returning organization_invitations.organization_id, organization_invitations.role
      ),
      new_membership as (
        insert into organization_memberships (user_id, organization_id, role)
        select ${user.id}::int, organization_id, role from invitation
        on conflict (user_id, organization_id) do nothing
        returning role
      )
      select coalesce((select role from new_membership), m.role) as role,
             o.id, o.name, o.tier, o.status, o.created_at, o.vat_number,
             q.monthly_limit, q.used_count, q.reset_date
        from invitation
        join organizations o on o.id = invitation.organization_id
        join organization_quotas q on q.organization_id = o.id
        left join organization_memberships m on m.organization_id = o.id and m.user_id = ${user.id}::int`),
  ])
  if (!rows[0]) {
    // Throws INVITATION_NOT_FOUND; one that stands is somebody else's.
    await findInvitation(ctx, token)
    throw new AppError('INVITATION_NOT_YOURS')
  }
  const membership = membershipOfRow(membershipRowSchema.parse(rows[0]))
  return describeOrganization(membership, await countedThisMonth(ctx, membership.organization.id))
}
