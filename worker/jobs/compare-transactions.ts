import { inArray, lt } from 'drizzle-orm'
import { paymentTransactions, webhookEvents } from '#db/schema/index.ts'
import { type PaddleAccount, paddleAccount } from '#worker/billing/paddle-account.ts'
import { requestRepairs } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { listAdjustments, listTransactions } from '#worker/services/paddle.ts'
import { DAY, deleteInBatches, type JobResult } from './job.ts'

/** Of a run. */
const MAX_PAGES = 100
const TRANSACTION_DAYS = 7
/** Paddle may take weeks to approve a refund. */
const ADJUSTMENT_DAYS = 30
const EVENT_LIFE_DAYS = 30
const EVENT_LIMITS = { size: 1_000, batches: 20 }

type Seen = { transactionId: string; createdAt: Date; updatedAt: Date }
type List = (after: string | undefined) => Promise<{ entries: Seen[]; next: string | undefined }>

/** Once a day: payments and refunds of the last weeks whose webhooks were lost become payment jobs. */
export async function compareTransactions(ctx: Context): Promise<JobResult> {
  const events = await deleteInBatches(ctx, EVENT_LIMITS, webhookEvents, {
    where: lt(webhookEvents.createdAt, daysAgo(ctx, EVENT_LIFE_DAYS)),
  })
  const account = paddleAccount(ctx.settings)
  const counts = { events: events.count, compared: 0, different: 0 }
  if (account) {
    await compare(ctx, counts, TRANSACTION_DAYS, transactionsOf(account))
    await compare(ctx, counts, ADJUSTMENT_DAYS, (after) => listAdjustments(account.connection, after))
  }
  return { counts, hasMore: events.hasMore }
}

const daysAgo = ({ now }: Context, days: number) => new Date(now.getTime() - days * DAY)

const transactionsOf =
  ({ connection }: PaddleAccount): List =>
  async (after) => {
    const { entries, next } = await listTransactions(connection, {
      statuses: ['completed', 'past_due'],
      after,
    })
    return { entries: entries.map((entry) => ({ ...entry, transactionId: entry.id })), next }
  }

type Counts = { compared: number; different: number }

async function compare(ctx: Context, counts: Counts, days: number, list: List): Promise<void> {
  const since = daysAgo(ctx, days)
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { entries, next } = await list(after)
    const recent = entries.filter(({ createdAt }) => createdAt >= since)
    counts.compared += recent.length
    counts.different += await requestDifferent(ctx, recent)
    if (!next || recent.length < entries.length) return
    after = next
  }
}

async function requestDifferent({ db }: Context, seen: readonly Seen[]): Promise<number> {
  const rows = await db
    .select({ id: paymentTransactions.transactionId, updatedAt: paymentTransactions.recordUpdatedAt })
    .from(paymentTransactions)
    .where(
      inArray(
        paymentTransactions.transactionId,
        seen.map(({ transactionId }) => transactionId),
      ),
    )
  const copies = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
  const isOld = ({ transactionId, updatedAt }: Seen) => updatedAt > (copies.get(transactionId) ?? new Date(0))
  const ids = new Set(seen.filter(isOld).map(({ transactionId }) => transactionId))
  const [first, ...rest] = [...ids].map((transactionId) => ({ transactionId }))
  if (first) await requestRepairs(db, [first, ...rest])
  return ids.size
}
