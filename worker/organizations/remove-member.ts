import { and, eq, or } from 'drizzle-orm'
import { apiTokens, invitations, memberships } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { isMember } from '#worker/membership/membership.ts'
import { endTokensOf } from '#worker/tokens/end-tokens-of.ts'
import { revokeApps, revokeTokens } from '#worker/tokens/revoke-tokens.ts'
import { inTransaction } from '#worker/transaction.ts'
import { leaveFreeQuotas } from './free-quota.ts'
import { assertNotOnYourself, lockMember, type MemberChange, revokeInvitations } from './member-change.ts'

export async function removeMember(
  ctx: Context,
  { revokeTokens: withTokens, ...change }: MemberChange & { revokeTokens: boolean },
): Promise<void> {
  assertNotOnYourself(change)
  await endMembership(ctx, change, withTokens ? 'revoke' : 'keep')
}

export const leaveOrganization = (ctx: Context, organizationId: string, userId: number): Promise<void> =>
  endMembership(ctx, { organizationId, callerId: userId, userId }, 'end')

const endMembership = (
  ctx: Context,
  change: MemberChange,
  tokens: 'revoke' | 'end' | 'keep',
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { organizationId, userId, callerId } = change
    const { email, role } = await lockMember(tx, change, null)
    const isByOrTo = or(eq(invitations.invitedBy, userId), eq(invitations.email, email))
    await revokeInvitations(tx, and(eq(invitations.organizationId, organizationId), isByOrTo))
    if (tokens === 'end') await endTokensOf(tx, { organizationId, userId, email })
    const own = and(eq(apiTokens.createdBy, userId), eq(apiTokens.organizationId, organizationId))
    if (tokens === 'revoke') await revokeTokens(tx, own)
    if (tokens === 'keep') await revokeApps(tx, own)
    await tx.delete(memberships).where(isMember(change))
    await leaveFreeQuotas(tx, userId, organizationId)
    await audit(tx, {
      event: callerId === userId ? 'member.left' : 'member.removed',
      organizationId,
      subject: email,
      before: { role },
      after: tokens === 'revoke' ? { tokensRevoked: true } : undefined,
    })
  })
