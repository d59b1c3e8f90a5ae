import { and, eq, lte } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

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
  return toJobResult({ expired })
}
