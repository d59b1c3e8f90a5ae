import { memberships } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { Member, MemberRole } from './contract.ts'
import { assertNotOnYourself, lockMember, type MemberChange } from './member-change.ts'
import { isMember } from './membership.ts'

export async function changeRole(
  ctx: Context,
  { role, ...change }: MemberChange & { role: MemberRole },
): Promise<Member> {
  assertNotOnYourself(change)
  const { organizationId, userId } = change
  return inTransaction(ctx, async (tx) => {
    const { email, joinedAt, ...before } = await lockMember(tx, change, role)
    await tx.update(memberships).set({ role }).where(isMember(change))
    await audit(tx, {
      event: 'member.role_changed',
      organizationId,
      subject: email,
      before,
      after: { role },
    })
    return { id: userId, email, role, joinedAt: joinedAt.toISOString() }
  })
}
