import { and, eq } from 'drizzle-orm'
import { invitations, memberships, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { invitationEmail } from '#worker/mail/templates.ts'
import { lockMembership, type Membership } from '#worker/membership/membership.ts'
import { assertMayGrant } from '#worker/membership/permissions.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import { INVITATION_LIFE_SECONDS, type InvitationSent, type Invite } from './contract.ts'
import { notPending } from './invitations.ts'

export type Sender = {
  inviter: { id: number; email: string; isPlatformAdmin: boolean }
  organization: Membership['organization']
}

type Input = Pick<Invite, 'email' | 'role'> & { resent?: number }

export const sendInvitation = (
  ctx: Context,
  { email, role, resent }: Input,
  { inviter, organization }: Sender,
): Promise<InvitationSent> =>
  inTransaction(ctx, async (tx) => {
    const organizationId = organization.id
    const ownRole = await lockMembership(tx, { organizationId, userId: inviter.id })
    assertMayGrant(inviter, ownRole, role)
    if (await isMemberByEmail(tx, organizationId, email)) throw new AppError('ALREADY_MEMBER')
    const isOpenForAddress = and(
      eq(invitations.organizationId, organizationId),
      eq(invitations.email, email),
      eq(invitations.status, 'pending'),
    )
    const [open] = await tx.select().from(invitations).where(isOpenForAddress).for('update')
    if (open && open.expiresAt > ctx.now) assertMayGrant(inviter, ownRole, open.role)
    if (resent !== undefined && !open) throw notPending()

    const { secret, hash: token } = generateSecret()
    const expiresAt = secondsFromNow(INVITATION_LIFE_SECONDS)
    const values = {
      status: 'pending',
      email,
      organizationId,
      role,
      invitedBy: inviter.id,
      token,
      expiresAt,
    } as const
    const written = open
      ? tx.update(invitations).set(values).where(eq(invitations.id, open.id)).returning()
      : tx.insert(invitations).values(values).returning()
    const { id, ...sent } = oneRow(await written)
    const event = resent === undefined ? 'invitation.sent' : 'invitation.resent'
    await audit(tx, { event, organizationId, subject: email, after: { role } })
    await queueEmail(
      tx,
      invitationEmail({
        key: `invitation/${crypto.randomUUID()}`,
        to: email,
        organizationName: organization.name,
        inviterEmail: inviter.email,
        role,
        link: `${ctx.settings.APP_ORIGIN}/auth#invitation=${secret}`,
      }),
    )
    return { id, email, role, expiresAt: sent.expiresAt.toISOString() }
  })

async function isMemberByEmail(tx: Transaction, organizationId: string, email: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(users.email, email)))
  return found !== undefined
}
