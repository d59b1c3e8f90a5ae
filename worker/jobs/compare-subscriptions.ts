import { and, asc, gt, inArray, ne } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import { type PaddleAccount, paddleAccount } from '#worker/billing/paddle-account.ts'
import { retryFailedJobs } from '#worker/billing/payment-jobs.ts'
import { requestRepairs } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { logLine } from '#worker/lib/log.ts'
import { listSubscriptions, type PaddleSubscription } from '#worker/services/paddle.ts'
import type { JobResult } from './job.ts'

/** Subscriptions that Paddle still bills, or may bill again. */
const LIVE = ['active', 'trialing', 'past_due', 'paused'] as const
/** 200 subscriptions each. */
const MAX_PAGES = 50
const BATCH = 500

type Counts = { compared: number; different: number; retried: number; unreadable: number }

/**
 * Compares Paddle's subscriptions with ours, once a day. Each difference becomes a payment job, which repairs it or
 * reports it to support. So a lost webhook costs a day at most.
 */
export async function compareSubscriptions(ctx: Context): Promise<JobResult> {
  const account = paddleAccount(ctx.settings)
  if (!account) return { counts: {}, hasMore: false }
  const retried = await retryFailedJobs(ctx)
  const counts = { compared: 0, different: 0, retried, unreadable: 0 }
  const seen = await comparePaddles(ctx, account, counts)
  if (seen) await compareOurs(ctx, seen, counts)
  if (counts.unreadable > 0) {
    logLine('error', 'unreadable subscriptions', { requestId: ctx.requestId, count: counts.unreadable })
  }
  return { counts, hasMore: false }
}

/** Returns all IDs at Paddle; undefined if there are too many for one run. */
async function comparePaddles(
  ctx: Context,
  account: PaddleAccount,
  counts: Counts,
): Promise<Set<string> | undefined> {
  const seen = new Set<string>()
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { entries, unreadable, next } = await listSubscriptions(account.connection, {
      statuses: LIVE,
      after,
    })
    counts.compared += entries.length
    counts.unreadable += unreadable
    for (const { id } of entries) seen.add(id)
    const rows = await ctx.db
      .select({
        id: subscriptions.subscriptionId,
        status: subscriptions.status,
        recordUpdatedAt: subscriptions.recordUpdatedAt,
      })
      .from(subscriptions)
      .where(
        inArray(
          subscriptions.subscriptionId,
          entries.map(({ id }) => id),
        ),
      )
    const byId = new Map(rows.map((row) => [row.id, row]))
    await request(
      ctx,
      entries.filter((record) => differs(record, byId.get(record.id))).map(({ id }) => id),
      counts,
    )
    if (!next) return seen
    after = next
  }
  logLine('error', 'more subscriptions than one run compares', { requestId: ctx.requestId })
  return undefined
}

type Row = { status: string; recordUpdatedAt: Date }

const differs = ({ status, updatedAt }: PaddleSubscription, row: Row | undefined) =>
  row?.status !== status || updatedAt > row.recordUpdatedAt

/** Ours that Paddle no longer lists were canceled. */
async function compareOurs(ctx: Context, seen: ReadonlySet<string>, counts: Counts): Promise<void> {
  let lastId = 0
  for (;;) {
    const rows = await ctx.db
      .select({ id: subscriptions.id, subscriptionId: subscriptions.subscriptionId })
      .from(subscriptions)
      .where(and(ne(subscriptions.status, 'canceled'), gt(subscriptions.id, lastId)))
      .orderBy(asc(subscriptions.id))
      .limit(BATCH)
    const missing = rows.map((row) => row.subscriptionId).filter((id) => !seen.has(id))
    await request(ctx, missing, counts)
    if (rows.length < BATCH) return
    lastId = rows.at(-1)?.id ?? lastId
  }
}

async function request({ db }: Context, subscriptionIds: readonly string[], counts: Counts): Promise<void> {
  counts.different += subscriptionIds.length
  const [first, ...rest] = subscriptionIds.map((subscriptionId) => ({ subscriptionId }))
  if (first) await requestRepairs(db, [first, ...rest])
}
