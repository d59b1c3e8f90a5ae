import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { EXPIRED_INVITATION_LIFE_DAYS } from '#worker/organizations/contract.ts'
import { DAY, deleteInBatches, inBatches, instant, type JobResult, resultOf } from './job.ts'

const BOUND = { size: 1_000, batches: 10 }

/** Marks the invitations whose time is over, and deletes those, whatever became of them, that nobody needs to see any more. */
export async function expireInvitations(ctx: Context): Promise<JobResult> {
  const now = ctx.now.getTime()
  const expired = await inBatches(BOUND, async () => {
    const { rowCount } = await ctx.db.execute(sql`
      update organization_invitations set status = 'expired'
       where id = any(array(
         select id from organization_invitations where status = 'pending' and expires_at <= ${instant(now)}
          order by expires_at limit ${BOUND.size}::int for update skip locked))`)
    return rowCount
  })
  const deleted = await deleteInBatches(
    ctx,
    BOUND,
    sql`organization_invitations`,
    sql`status <> 'pending' and expires_at <= ${instant(now - EXPIRED_INVITATION_LIFE_DAYS * DAY)}`,
  )
  return resultOf({ expired, deleted })
}
