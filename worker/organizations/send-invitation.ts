import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret } from '#worker/lib/crypto.ts'
import { mailPart, sealMail, sendSoon } from '#worker/mail/outbox.ts'
import { invitationMail } from '#worker/mail/templates.ts'
import { INVITATION_LIFE_SECONDS, type InvitationSent, type Invite, memberRoleSchema } from './contract.ts'
import { lockOrganization } from './lock-organization.ts'
import type { Membership } from './membership.ts'

export type Sender = {
  inviter: { id: number; email: string }
  organization: Membership['organization']
}

const rowSchema = z.object({
  refusal: z.enum(['ORGANIZATION_NOT_FOUND', 'ALREADY_MEMBER']).nullable(),
  invitation: z
    .object({ id: z.number(), email: z.string(), role: memberRoleSchema, expires_at: z.coerce.date() })
    .nullable(),
})

/** When an invitation that is written now ends. */
export const expiry = sql`now() + ${`${INVITATION_LIFE_SECONDS} seconds`}::interval`

/**
 * Writes an invitation and mails its link, in one statement. The part that `write` makes writes the row, with the hash
 * of a new secret, where `refusal.code` is null, and returns nothing; other open invitations of the address go. Throws ALREADY_MEMBER;
 * ORGANIZATION_NOT_FOUND to an inviter who is no member any more by now; INVITATION_NOT_FOUND where nothing was written.
 */
export async function sendInvitation(
  ctx: Context,
  { email, role }: Pick<Invite, 'email' | 'role'>,
  { inviter, organization }: Sender,
  write: (tokenHash: string) => SQL,
): Promise<InvitationSent> {
  const token = generateSecret()
  const mail = invitationMail({
    key: `invitation/${crypto.randomUUID()}`,
    to: email,
    organizationName: organization.name,
    inviterEmail: inviter.email,
    role,
    link: `${ctx.settings.APP_ORIGIN}/auth?invitation=${token.secret}`,
  })
  const sealed = await sealMail(ctx, mail)
  const [, { rows }] = await ctx.db.batch([
    lockOrganization(ctx, organization.id),
    ctx.db.execute(sql`
      with refusal as (
        select case
                 when not exists (
                   select from organization_memberships
                    where organization_id = ${organization.id} and user_id = ${inviter.id}
                 ) then 'ORGANIZATION_NOT_FOUND'
                 when exists (
                   select from organization_memberships m join users u on u.id = m.user_id
                    where m.organization_id = ${organization.id} and u.email = ${email}
                 ) then 'ALREADY_MEMBER'
               end as code
      ),
      invitation as (${write(token.hash)} returning id, email, role, expires_at),
      older as (
        delete from organization_invitations o using invitation
         where o.organization_id = ${organization.id} and o.email = invitation.email
           and o.status in ('pending', 'expired') and o.id <> invitation.id
      ),
      letter as (${mailPart(sealed, sql`exists (select from invitation)`)})
      select code as refusal, (select row_to_json(invitation) from invitation) as invitation from refusal`),
  ])
  const { refusal, invitation } = rowSchema.parse(rows[0])
  if (!invitation) throw new AppError(refusal ?? 'INVITATION_NOT_FOUND')
  sendSoon(ctx, mail.key)
  const { expires_at: expiresAt, ...sent } = invitation
  return { ...sent, expiresAt: expiresAt.toISOString() }
}
