import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from './lock-organization.ts'
import { type MemberChange, memberChangeParts, memberRefusalSchema } from './member-change.ts'

const rowSchema = z.object({ refusal: memberRefusalSchema })

/**
 * Takes somebody out of the organization, by an admin or by themselves. The API tokens stay, they are the organization's;
 * the links that could let the person back in, or let in others in their name, are dead. Throws LAST_ADMIN,
 * MEMBER_NOT_FOUND; ROLE_TOO_LOW and ORGANIZATION_NOT_FOUND to a caller who may not, or is not in it, any more by now.
 */
export async function endMembership(ctx: Context, change: MemberChange): Promise<void> {
  const { organizationId, userId } = change
  const [, { rows }] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
    ctx.db.execute(sql`
      with ${memberChangeParts(change, null)},
      removed as (
        delete from organization_memberships m using member, refusal
         where m.id = member.id and refusal.code is null
        returning member.email
      ),
      revoked as (
        update organization_invitations i set status = 'revoked'
          from removed
         where i.organization_id = ${organizationId} and i.status = 'pending' and i.expires_at > now()
           and (i.invited_by = ${userId} or i.email = removed.email)
      )
      select code as refusal from refusal`),
  ])
  const { refusal } = rowSchema.parse(rows[0])
  if (refusal) throw new AppError(refusal)
}
