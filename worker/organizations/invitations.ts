import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { invitations, memberships, organizations, users } from '#db/schema/index.ts'
import { now, secondsAgo } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { lockOrganization } from '#worker/locks.ts'
import type { MemberRole } from '#worker/membership/constants.ts'
import { isMember, lockMembership, readMembership, selectMemberships } from '#worker/membership/membership.ts'
import { assertMayGrant } from '#worker/membership/permissions.ts'
import { inTransaction } from '#worker/transaction.ts'
import {
  EXPIRED_INVITATION_LIFE_DAYS,
  type InvitationInfo,
  type OpenInvitation,
  type OrganizationDetail,
} from './contract.ts'
import { describeOrganization } from './describe.ts'

export const isAcceptable = and(
  eq(invitations.status, 'pending'),
  gt(invitations.expiresAt, now),
  eq(organizations.status, 'ACTIVE'),
)

export async function findInvitation({ db }: { db: Queries }, token: string): Promise<InvitationInfo> {
  const [found] = await db
    .select({
      email: invitations.email,
      organizationName: organizations.name,
      role: invitations.role,
      requiresTwoFactor: sql<boolean>`${organizations.twoFactorRequiredAt} is not null`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.token, hashToken(token)), isAcceptable))
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found
}

export async function listInvitations(ctx: Context, organizationId: string): Promise<OpenInvitation[]> {
  const rows = await ctx.db
    .select({
      ...pick(invitations, 'id', 'email', 'role'),
      invitedBy: users.email,
      ...pick(invitations, 'createdAt', 'expiresAt'),
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.organizationId, organizationId), isOpen))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  return rows.map((row) => ({
    ...withIsoDates(row),
    status: row.expiresAt > ctx.now ? 'pending' : 'expired',
  }))
}

/** Pending or expired. An expired one can be sent again. */
const isOpen = and(
  eq(invitations.status, 'pending'),
  gt(invitations.expiresAt, secondsAgo(EXPIRED_INVITATION_LIFE_DAYS * 86_400)),
)

export type InvitationId = { organizationId: string; invitationId: number }
export type OpenInvitationRow = { email: string; role: MemberRole }

const isOpenInvitation = ({ organizationId, invitationId }: InvitationId) =>
  and(eq(invitations.id, invitationId), eq(invitations.organizationId, organizationId), isOpen)

export async function findOpenInvitation(
  { db }: { db: Queries },
  id: InvitationId,
): Promise<OpenInvitationRow> {
  const [found] = await db
    .select({ email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(isOpenInvitation(id))
  if (!found) throw notPending()
  return found
}

/** For members: the message of the table is for the person who was invited. */
export const notPending = () =>
  new AppError('INVITATION_NOT_FOUND', {
    message: 'This invitation is no longer pending. It may have been accepted or revoked.',
  })

export const revokeInvitation = (
  ctx: Context,
  id: InvitationId,
  caller: { id: number; isPlatformAdmin: boolean },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { organizationId } = id
    const ownRole = await lockMembership(tx, { organizationId, userId: caller.id })
    assertMayGrant(caller, ownRole)
    const { email, role } = await findOpenInvitation({ db: tx }, id)
    assertMayGrant(caller, ownRole, role)
    await tx.update(invitations).set({ status: 'revoked' }).where(isOpenInvitation(id))
    await audit(tx, { event: 'invitation.revoked', organizationId, subject: email })
  })

type User = { id: number; email: string }

/** A second call by the same member returns the same response. */
export const acceptInvitation = (ctx: Context, token: string, user: User): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const isThis = eq(invitations.token, hashToken(token))
    const [found] = await tx
      .select({ organizationId: invitations.organizationId })
      .from(invitations)
      .where(isThis)
    if (!found) throw new AppError('INVITATION_NOT_FOUND')
    const { organizationId } = found
    await lockOrganization(tx, organizationId)
    const [invitation] = await tx.select().from(invitations).where(isThis).for('update')
    // It was sent again meanwhile, with another token.
    if (!invitation) throw new AppError('INVITATION_NOT_FOUND')
    const { email, role, status } = invitation
    const self = { organizationId, userId: user.id }
    const [known] = await selectMemberships(tx).where(isMember(self))
    const isOwn = email === user.email
    if (known && isOwn && status === 'accepted') return describeOrganization(known)
    await findInvitation({ db: tx }, token)
    if (!isOwn) throw new AppError('INVITATION_NOT_YOURS')
    await tx.update(invitations).set({ status: 'accepted' }).where(isThis)
    if (!known) {
      await tx.insert(memberships).values({ ...self, role, onboarding: 'checklist' })
      await audit(tx, { event: 'member.joined', organizationId, subject: user.email, after: { role } })
    }
    return describeOrganization(known ?? (await readMembership(tx, self)))
  })
