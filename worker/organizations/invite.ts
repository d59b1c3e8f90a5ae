import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { mailPart, sealMail, sendSoon } from '#worker/mail/outbox.ts'
import { invitationMail } from '#worker/mail/templates.ts'
import { newSecret } from '#worker/tokens/mint.ts'
import {
  INVITATION_LIFE_SECONDS,
  type InvitationSent,
  type Invite,
  type MemberRole,
  memberRoleSchema,
} from './contract.ts'
import type { Membership } from './membership.ts'

type Inviter = { id: number; email: string; isPlatformAdmin: boolean }

const rowSchema = z.object({
  id: z.number(),
  email: z.string(),
  role: memberRoleSchema,
  expires_at: z.coerce.date(),
})

/** What each role may make others by an invitation. */
const grants: Readonly<Record<MemberRole, readonly MemberRole[]>> = {
  system_admin: ['admin', 'manager', 'member'],
  admin: ['admin', 'manager', 'member'],
  manager: ['manager', 'member'],
  member: [],
}

/** Throws ROLE_TOO_LOW. Only a platform administrator makes another one. */
export function assertMayInvite(inviter: Inviter, own: MemberRole, role: MemberRole): void {
  if (inviter.isPlatformAdmin) return
  if (!grants[own].includes(role)) throw new AppError('ROLE_TOO_LOW')
}

/**
 * Invites an address into an organization and mails the link; one that was invited before gets a new link, and the
 * old one is dead. Throws ALREADY_MEMBER.
 */
export async function invite(
  ctx: Context,
  { email, role }: Pick<Invite, 'email' | 'role'>,
  { inviter, organization }: { inviter: Inviter; organization: Membership['organization'] },
): Promise<InvitationSent> {
  const token = newSecret()
  const mail = invitationMail({
    key: `invitation/${crypto.randomUUID()}`,
    to: email,
    organizationName: organization.name,
    inviterEmail: inviter.email,
    role,
    link: `${ctx.settings.APP_ORIGIN}/auth?invitation=${token.secret}`,
  })
  const sealed = await sealMail(ctx, mail)
  const { rows } = await ctx.db.execute(sql`
    with invitation as (
      insert into organization_invitations (email, organization_id, invited_by, role, token, expires_at)
      select ${email}::text, ${organization.id}::text, ${inviter.id}::int, ${role}::text, ${token.hash}::text,
             now() + ${`${INVITATION_LIFE_SECONDS} seconds`}::interval
       where not exists (
         select from organization_memberships m join users u on u.id = m.user_id
          where m.organization_id = ${organization.id} and u.email = ${email}
       )
      on conflict (organization_id, email) where status = 'pending'
      do update set token = excluded.token, role = excluded.role, invited_by = excluded.invited_by,
                    expires_at = excluded.expires_at
      returning id, email, role, expires_at
    ),
    letter as (${mailPart(sealed, sql`exists (select from invitation)`)})
    select * from invitation`)
  if (!rows[0]) throw new AppError('ALREADY_MEMBER')
  sendSoon(ctx, mail.key)
  const row = rowSchema.parse(rows[0])
  return { id: row.id, email: row.email, role: row.role, expiresAt: row.expires_at.toISOString() }
}
