import { ne } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import { paddleAccount } from '#worker/billing/paddle-account.ts'
import { requestRepairs } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { logLine } from '#worker/lib/log.ts'
import { pick } from '#worker/lib/pick.ts'
import type { JobResult } from './job.ts'

const LIVE = ['active', 'trialing', 'past_due', 'paused'] as const
const MAX_PAGES_OF_50 = 200

/** Each difference becomes a payment job, so a lost webhook costs a day at most. */
export async function compareSubscriptions(ctx: Context): Promise<JobResult> {
  const account = paddleAccount(ctx.settings)
  if (!account) return { counts: {}, hasMore: false }
  const counts = { compared: 0, different: 0 }
  const request = async (ids: readonly string[]) => {
    counts.different += ids.length
    await requestRepairs(
      ctx.db,
      ids.map((subscriptionId) => ({ subscriptionId })),
    )
  }
  const rows = await ctx.db
    .select(pick(subscriptions, 'subscriptionId', 'status', 'recordUpdatedAt'))
    .from(subscriptions)
    .where(ne(subscriptions.status, 'canceled'))
  const unseen = new Map(rows.map((row) => [row.subscriptionId, row]))
  let isComplete = false
  for await (const { entries, isLast } of account.paddle.listSubscriptions(LIVE, MAX_PAGES_OF_50)) {
    const different = entries.filter(({ id, status, updatedAt }) => {
      const row = unseen.get(id)
      return row?.status !== status || updatedAt > row.recordUpdatedAt
    })
    await request(different.map(({ id }) => id))
    for (const { id } of entries) unseen.delete(id)
    counts.compared += entries.length
    isComplete = isLast
  }
  if (isComplete) await request([...unseen.keys()])
  else logLine('error', 'more subscriptions than one run compares', { requestId: ctx.requestId })
  return { counts, hasMore: false }
}
