import { eq } from 'drizzle-orm'
import { invitations, memberships } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { lockOrganization } from '#worker/locks.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { findInvitation } from './find-invitation.ts'
import { isMember, selectMemberships } from './membership.ts'

type User = { id: number; email: string }

/** A second call by the same member answers like the first. Throws INVITATION_NOT_FOUND, INVITATION_NOT_YOURS. */
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
    const { email, role, status } = oneRow(await tx.select().from(invitations).where(isThis).for('update'))
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
    return describeOrganization(known ?? oneRow(await selectMemberships(tx).where(isMember(self))))
  })
