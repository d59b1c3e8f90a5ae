import { inArray, ne } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import { type PaddleAccount, paddleAccount } from '#worker/billing/paddle-account.ts'
import { requestRepairs } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { logLine } from '#worker/lib/log.ts'
import type { PaddleSubscription } from '#worker/services/paddle-records.ts'
import type { JobResult } from './job.ts'

const LIVE = ['active', 'trialing', 'past_due', 'paused'] as const
/** 50 subscriptions each. */
const MAX_PAGES = 200

type Counts = { compared: number; different: number; unreadable: number }

/** Each difference becomes a payment job, so a lost webhook costs a day at most. */
export async function compareSubscriptions(ctx: Context): Promise<JobResult> {
  const account = paddleAccount(ctx.settings)
  if (!account) return { counts: {}, hasMore: false }
  const counts = { compared: 0, different: 0, unreadable: 0 }
  const seen = await comparePaddles(ctx, account, counts)
  if (seen) await compareOurs(ctx, seen, counts)
  else logLine('error', 'more subscriptions than one run compares', { requestId: ctx.requestId })
  if (counts.unreadable > 0) {
    logLine('error', 'unreadable subscriptions', { requestId: ctx.requestId, count: counts.unreadable })
  }
  return { counts, hasMore: false }
}

async function comparePaddles(
  ctx: Context,
  { paddle }: PaddleAccount,
  counts: Counts,
): Promise<Set<string> | undefined> {
  const seen = new Set<string>()
  const pages = paddle.listSubscriptions(LIVE, MAX_PAGES)
  for await (const { entries, unreadable, isLast } of pages) {
    const ids = entries.map(({ id }) => id)
    for (const id of ids) seen.add(id)
    counts.compared += ids.length
    counts.unreadable += unreadable
    const rows = await ctx.db
      .select({
        id: subscriptions.subscriptionId,
        status: subscriptions.status,
        recordUpdatedAt: subscriptions.recordUpdatedAt,
      })
      .from(subscriptions)
      .where(inArray(subscriptions.subscriptionId, ids))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const different = entries.filter((record) => differs(record, byId.get(record.id)))
    await request(
      ctx,
      different.map(({ id }) => id),
      counts,
    )
    if (isLast) return seen
  }
  return undefined
}

type Row = { status: string; recordUpdatedAt: Date }

const differs = ({ status, updatedAt }: PaddleSubscription, row: Row | undefined) =>
  row?.status !== status || updatedAt > row.recordUpdatedAt

async function compareOurs(ctx: Context, seen: ReadonlySet<string>, counts: Counts): Promise<void> {
  const rows = await ctx.db
    .select({ id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(ne(subscriptions.status, 'canceled'))
  await request(
    ctx,
    rows.map(({ id }) => id).filter((id) => !seen.has(id)),
    counts,
  )
}

async function request({ db }: Context, subscriptionIds: readonly string[], counts: Counts): Promise<void> {
  counts.different += subscriptionIds.length
  await requestRepairs(
    db,
    subscriptionIds.map((subscriptionId) => ({ subscriptionId })),
  )
}
