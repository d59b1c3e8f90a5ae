import { and, eq, exists, gt, inArray, ne, notExists, type WithSubquery } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import {
  memberships,
  organizations,
  paymentTransactions,
  subscriptions,
  webhookEvents,
} from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { sendAfterResponse } from '#worker/mail/outbox.ts'
import { organizationLock } from '#worker/organizations/lock-organization.ts'
import type { PaddleTransaction } from '#worker/services/paddle.ts'
import { eventRow, PROVIDER } from './apply-subscription.ts'
import { insertBillingEmails, transactionEmails } from './billing-emails.ts'
import type { TransactionStatus } from './contract.ts'
import { toDecimal } from './money.ts'
import { type PaddleAccount, planOf } from './paddle-account.ts'
import { type BillingEvent, isNewer } from './record-age.ts'
import { refundedUnits } from './refunds.ts'
import { requestJob, requestJobFrom } from './request-job.ts'

const MAX_TRIES = 5

type TransactionRow = typeof paymentTransactions.$inferSelect
type Values = Omit<
  typeof paymentTransactions.$inferInsert & Pick<TransactionRow, 'status'>,
  'id' | 'version' | 'createdAt' | 'updatedAt'
>

/** A new copy of the record. `before` is undefined for a transaction that we didn't know. */
export type TransactionChange = { before: TransactionRow | undefined; after: Values }

type State = {
  isRepeated: boolean
  organizationId: string | undefined
  buyerId: number | undefined
  row: TransactionRow | undefined
}

export type TransactionOutcome =
  | { kind: 'changed'; change: TransactionChange }
  | { kind: 'unchanged'; row: TransactionRow }
  /** Nothing was billed, such as an open checkout. */
  | { kind: 'irrelevant' }
  | { kind: 'unknown-organization' }
  | { kind: 'repeated' }

/**
 * Copies Paddle's record in one atomic write, so a transaction counts once. A completed one that came with an event also
 * gets a payment job, which reads its subscription from Paddle.
 */
export async function applyTransaction(
  ctx: Context,
  account: PaddleAccount,
  record: PaddleTransaction,
  event?: BillingEvent,
): Promise<TransactionOutcome> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const state = await readState(ctx, record, event)
    if (state.isRepeated) return { kind: 'repeated' }
    const outcome = decide(account, state, record, event)
    if (await write(ctx, outcome, { record, event, organizationId: state.organizationId ?? null }))
      return outcome
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** The organization of its own row, else of its subscription's, else of its custom data. */
export async function transactionOwner(ctx: Context, record: PaddleTransaction): Promise<string | undefined> {
  return (await readState(ctx, record, undefined)).organizationId
}

async function readState(
  { db }: Context,
  { id, subscriptionId, customData }: PaddleTransaction,
  event: BillingEvent | undefined,
): Promise<State> {
  const { organizationId: claimedId = '', userId = 0 } = customData
  const [[row], [subscription], [claimed], events] = await db.batch([
    db.select().from(paymentTransactions).where(eq(paymentTransactions.transactionId, id)),
    db
      .select({ organizationId: subscriptions.organizationId })
      .from(subscriptions)
      .where(eq(subscriptions.subscriptionId, subscriptionId ?? '')),
    db
      .select({ id: organizations.id, buyerId: memberships.userId })
      .from(organizations)
      .leftJoin(
        memberships,
        and(eq(memberships.organizationId, organizations.id), eq(memberships.userId, userId)),
      )
      .where(eq(organizations.id, claimedId)),
    db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(and(eq(webhookEvents.provider, PROVIDER), eq(webhookEvents.eventId, event?.id ?? ''))),
  ])
  return {
    isRepeated: events.length > 0,
    organizationId: row?.organizationId ?? subscription?.organizationId ?? claimed?.id,
    buyerId: claimed?.buyerId ?? undefined,
    row,
  }
}

const statuses: Readonly<Record<PaddleTransaction['status'], TransactionStatus>> = {
  draft: 'pending',
  ready: 'pending',
  billed: 'pending',
  // Captured, but Paddle still processes it.
  paid: 'pending',
  completed: 'completed',
  past_due: 'failed',
  canceled: 'canceled',
}

function decide(
  account: PaddleAccount,
  { organizationId, buyerId, row }: State,
  record: PaddleTransaction,
  event: BillingEvent | undefined,
): TransactionOutcome {
  if (!row && ['draft', 'ready', 'canceled'].includes(record.status)) return { kind: 'irrelevant' }
  if (!organizationId) return { kind: 'unknown-organization' }
  const updatedAt = latest(record.updatedAt, ...(record.adjustments ?? []).map((one) => one.updatedAt))
  if (row && !isNewer(row, updatedAt, event)) return { kind: 'unchanged', row }
  const refunded = refundOf(record, row)
  const status = statuses[record.status]
  const after: Values = {
    transactionId: record.id,
    providerReference: record.invoiceNumber ?? row?.providerReference ?? null,
    subscriptionId: record.subscriptionId ?? row?.subscriptionId ?? null,
    organizationId,
    userId: row?.userId ?? buyerId ?? null,
    plan: planOf(account, record.priceIds) ?? null,
    amount: toDecimal(record.grandTotal, record.currency),
    refundedAmount: refunded.amount,
    currency: record.currency,
    status: status === 'completed' && refunded.isFull ? 'refunded' : status,
    billedAt: record.billedAt,
    recordUpdatedAt: updatedAt,
    lastEventAt: event?.occurredAt ?? null,
  }
  return { kind: 'changed', change: { before: row, after } }
}

const latest = (...instants: Date[]) => new Date(Math.max(...instants.map(Number)))

/** A webhook's record has no adjustments, so what we know of them stays. */
function refundOf({ adjustments, grandTotal, currency }: PaddleTransaction, row: TransactionRow | undefined) {
  if (!adjustments) return { amount: row?.refundedAmount ?? '0', isFull: row?.status === 'refunded' }
  const refunded = refundedUnits(adjustments)
  return {
    amount: toDecimal(String(refunded), currency),
    isFull: refunded > 0 && refunded >= Number(grandTotal),
  }
}

type Target = { record: PaddleTransaction; event: BillingEvent | undefined; organizationId: string | null }

/** False if another write came first. */
async function write(
  ctx: Context,
  outcome: TransactionOutcome,
  { record, event, organizationId }: Target,
): Promise<boolean> {
  if (outcome.kind === 'changed') return writeTransaction(ctx, outcome.change, { record, event })
  if (!event) return true
  const { db } = ctx
  const target = { transactionId: record.id }
  const insertEvent = db.insert(webhookEvents).values(eventRow(event)).onConflictDoNothing()
  if (record.status === 'completed') await db.batch([requestJob(db, target, organizationId), insertEvent])
  else await insertEvent
  return true
}

/**
 * The one place where a transaction changes. What belongs to a change, such as a receipt, joins the statement here:
 * `before` and `after` are known, and it is written only if `before` is still true. Returns false otherwise.
 */
async function writeTransaction(
  ctx: Context,
  change: TransactionChange,
  { record, event }: Pick<Target, 'record' | 'event'>,
): Promise<boolean> {
  const { db } = ctx
  const { before, after } = change
  const emails = await transactionEmails(ctx, change, record.billingPeriod)
  const written = db.$with('written').as(
    before
      ? db
          .update(paymentTransactions)
          .set({ ...after, version: before.version + 1 })
          .where(
            and(
              eq(paymentTransactions.transactionId, before.transactionId),
              eq(paymentTransactions.version, before.version),
            ),
          )
          .returning({ organizationId: paymentTransactions.organizationId })
      : insertFrom(db, paymentTransactions, after, (values) =>
          db.select(values).from(organizations).where(eq(organizations.id, after.organizationId)),
        )
          .onConflictDoNothing()
          .returning({ organizationId: paymentTransactions.organizationId }),
  )
  const { organizationId, transactionId, status, amount, refundedAmount, currency } = after
  const audit = auditPart(
    ctx,
    {
      event: 'payment.recorded',
      organizationId,
      subject: transactionId,
      before: before && { status: before.status, refunded: before.refundedAmount },
      after: {
        status: status ?? null,
        amount,
        refunded: refundedAmount ?? null,
        currency: currency ?? null,
      },
    },
    written,
  )
  const parts: WithSubquery[] = [written, audit, ...insertBillingEmails(ctx, emails, written)]
  if (event) {
    const insertEvent = insertFrom(db, webhookEvents, eventRow(event), (values) =>
      db.select(values).from(written),
    )
    parts.push(db.$with('new_event').as(insertEvent.onConflictDoNothing()))
    if (record.status === 'completed') {
      const job = requestJobFrom(db, written, { transactionId: record.id }, after.organizationId)
      parts.push(db.$with('new_job').as(job))
    }
  }
  const method = newPaymentMethod(
    ctx,
    record,
    exists(db.select({ id: written.organizationId }).from(written)),
  )
  if (method) parts.push(method)
  const [, rows] = await db.batch([
    organizationLock(ctx, after.organizationId),
    db
      .with(...parts)
      .select({ organizationId: written.organizationId })
      .from(written),
  ])
  if (rows.length === 0) return false
  for (const { key } of emails) sendAfterResponse(ctx, key)
  return true
}

/** The method of the latest payment pays the next one. */
function newPaymentMethod(
  { db }: Context,
  { id, status, subscriptionId, billedAt, paymentMethod }: PaddleTransaction,
  condition: ReturnType<typeof exists>,
): WithSubquery | undefined {
  if (status !== 'completed' || !subscriptionId || !billedAt || !paymentMethod) return undefined
  const later = db
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.subscriptionId, subscriptionId),
        ne(paymentTransactions.transactionId, id),
        inArray(paymentTransactions.status, ['completed', 'refunded']),
        gt(paymentTransactions.billedAt, billedAt),
      ),
    )
  const { type, card } = paymentMethod
  return db.$with('new_method').as(
    db
      .update(subscriptions)
      .set({
        paymentMethod: type,
        cardBrand: card?.brand ?? null,
        cardLastFour: card?.lastFour ?? null,
        cardExpiryMonth: card?.expiryMonth ?? null,
        cardExpiryYear: card?.expiryYear ?? null,
      })
      .where(and(eq(subscriptions.subscriptionId, subscriptionId), notExists(later), condition)),
  )
}
