import { and, eq, lte, ne } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { EXPIRED_INVITATION_LIFE_DAYS } from '#worker/organizations/contract.ts'
import { daysAgo, deleteInBatches, inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 10 }

export async function expireInvitations(ctx: Context): Promise<JobResult> {
  const isExpired = and(eq(invitations.status, 'pending'), lte(invitations.expiresAt, ctx.now))
  const due = { where: isExpired, orderBy: invitations.expiresAt }
  const expired = await inBatches(LIMITS, async () => {
    const { rowCount } = await ctx.db
      .update(invitations)
      .set({ status: 'expired' })
      .where(lockRows(ctx, invitations, LIMITS.size, due))
    return rowCount
  })
  const deleted = await deleteInBatches(ctx, LIMITS, invitations, {
    where: and(
      ne(invitations.status, 'pending'),
      lte(invitations.expiresAt, daysAgo(ctx, EXPIRED_INVITATION_LIFE_DAYS)),
    ),
  })
  return toJobResult({ expired, deleted })
}
