import { inArray } from 'drizzle-orm'
import { paymentTransactions } from '#db/schema/index.ts'
import { paddleAccount } from '#worker/billing/paddle-account.ts'
import { requestRepairs } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { daysAgo, type JobResult } from './job.ts'

const MAX_PAGES = 100
const TRANSACTION_DAYS = 7
/** Paddle may take weeks to approve a refund. */
const ADJUSTMENT_DAYS = 30
const STATUSES = ['completed', 'past_due'] as const
/** Nearly every checkout ends sooner. */
const CHECKOUT_HOURS = 3
const CHECKOUT_PAGES = 4

type Seen = { id?: string; transactionId?: string; createdAt: Date; updatedAt: Date }
type Counts = { compared: number; different: number }

/** Once a day: payments and refunds of the last weeks whose webhooks were lost become payment jobs. */
export async function compareTransactions(ctx: Context): Promise<JobResult> {
  const paddle = paddleAccount(ctx.settings)?.paddle
  const counts = { compared: 0, different: 0 }
  if (paddle) {
    const transactions = paddle.listTransactions(STATUSES, MAX_PAGES)
    await compare(ctx, counts, { since: daysAgo(ctx, TRANSACTION_DAYS), pages: transactions })
    const adjustments = paddle.listAdjustments(MAX_PAGES)
    await compare(ctx, counts, { since: daysAgo(ctx, ADJUSTMENT_DAYS), pages: adjustments })
  }
  return { counts, hasMore: false }
}

/** So that a buyer who closed the browser doesn't wait for the daily comparison if webhooks are lost. */
export async function compareNewPayments(ctx: Context): Promise<JobResult> {
  const counts = { compared: 0, different: 0 }
  const pages = paddleAccount(ctx.settings)?.paddle.listTransactions(STATUSES, CHECKOUT_PAGES)
  if (pages) await compare(ctx, counts, { since: daysAgo(ctx, CHECKOUT_HOURS / 24), pages })
  return { counts: { different: counts.different }, hasMore: false }
}

type List = { since: Date; pages: AsyncIterable<{ entries: Seen[] }> }

async function compare(ctx: Context, counts: Counts, { since, pages }: List): Promise<void> {
  for await (const { entries } of pages) {
    const recent = entries.filter(({ createdAt }) => createdAt >= since)
    counts.compared += recent.length
    counts.different += await requestDifferent(ctx, recent)
    if (recent.length < entries.length) return
  }
}

async function requestDifferent({ db }: Context, seen: readonly Seen[]): Promise<number> {
  const found = seen.map(({ id, transactionId = id ?? '', updatedAt }) => ({ transactionId, updatedAt }))
  const rows = await db
    .select({ id: paymentTransactions.transactionId, updatedAt: paymentTransactions.recordUpdatedAt })
    .from(paymentTransactions)
    .where(
      inArray(
        paymentTransactions.transactionId,
        found.map(({ transactionId }) => transactionId),
      ),
    )
  const copies = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
  const isOld = ({ transactionId, updatedAt }: (typeof found)[number]) =>
    updatedAt > (copies.get(transactionId) ?? new Date(0))
  const ids = new Set(found.filter(isOld).map(({ transactionId }) => transactionId))
  await requestRepairs(
    db,
    [...ids].map((transactionId) => ({ transactionId })),
  )
  return ids.size
}
