import { and, eq, exists, or, sql, type WithSubquery } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { organizations, quotas, subscriptions, webhookEvents } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { sendAfterResponse } from '#worker/mail/outbox.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { organizationLock } from '#worker/organizations/lock-organization.ts'
import { monthlyLimitOf } from '#worker/organizations/monthly-limit.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'
import type { PaddleSubscription } from '#worker/services/paddle.ts'
import { insertBillingEmails, subscriptionEmails } from './billing-emails.ts'
import type { PaidPlan } from './contract.ts'
import { type PaddleAccount, planOf } from './paddle-account.ts'
import { type BillingEvent, isNewer } from './record-age.ts'
import { requestJob, requestJobFrom } from './request-job.ts'
import { entitledTier } from './tier.ts'

export const PROVIDER = 'paddle'
const MAX_TRIES = 5

export type SubscriptionRow = typeof subscriptions.$inferSelect
type Organization = { id: string; name: string; tier: Tier; deleteAt: Date | null }

type State = {
  isRepeated: boolean
  organization: Organization | undefined
  /** The organization's, which may be another one than the record's. */
  row: SubscriptionRow | undefined
}

type Values = Omit<
  typeof subscriptions.$inferInsert & Pick<SubscriptionRow, 'tier' | 'status'>,
  'id' | 'version' | 'createdAt' | 'updatedAt'
>

/** A new copy of the record. `before` is undefined for an organization's first subscription. */
export type SubscriptionChange = {
  organization: Organization
  before: SubscriptionRow | undefined
  after: Values
}

type Decision =
  | { kind: 'changed'; change: SubscriptionChange }
  /** Our copy is as new as the record, or newer. */
  | { kind: 'unchanged'; organization: Organization; row: SubscriptionRow }
  /** The organization already has a subscription, `row`. */
  | { kind: 'second'; organization: Organization; row: SubscriptionRow }
  /** Ended, and of no organization. */
  | { kind: 'irrelevant' }
  | { kind: 'unknown-organization' }
  | { kind: 'unknown-price'; organization: Organization }

export type SubscriptionOutcome = Decision | { kind: 'repeated' }

/**
 * Copies Paddle's record in one atomic write: subscription, tier, monthly limit, and the event that brought the record.
 * An older record changes nothing. What can't be settled becomes a payment job if it came with an event. Returns what
 * happened; the quota follows at the next call.
 */
export async function applySubscription(
  ctx: Context,
  account: PaddleAccount,
  record: PaddleSubscription,
  event?: BillingEvent,
): Promise<SubscriptionOutcome> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const state = await readState(ctx, record, event)
    const decision = decide(ctx, account, state, { record, event })
    const isDone = state.isRepeated || (await write(ctx, decision, record, event))
    if (!isDone) continue
    // Even if nothing changed: the Worker may have been killed here after the last write.
    if (state.organization) await forgetOrganization(ctx, state.organization.id)
    return state.isRepeated ? { kind: 'repeated' } : decision
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** A known subscription belongs to its organization, whatever its custom data says. */
async function readState(
  { db }: Context,
  { id, customData }: PaddleSubscription,
  event: BillingEvent | undefined,
): Promise<State> {
  const owner = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizations.id), eq(subscriptions.subscriptionId, id)))
  const [found, events] = await db.batch([
    db
      .select({
        organization: {
          id: organizations.id,
          name: organizations.name,
          tier: organizations.tier,
          deleteAt: organizations.deleteAt,
        },
        row: subscriptions,
      })
      .from(organizations)
      .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
      .where(or(exists(owner), eq(organizations.id, customData.organizationId ?? ''))),
    db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(and(eq(webhookEvents.provider, PROVIDER), eq(webhookEvents.eventId, event?.id ?? ''))),
  ])
  const own = found.find(({ row }) => row?.subscriptionId === id) ?? found[0]
  return {
    isRepeated: events.length > 0,
    organization: own?.organization,
    row: own?.row ?? undefined,
  }
}

type Read = { record: PaddleSubscription; event: BillingEvent | undefined }

function decide(ctx: Context, account: PaddleAccount, state: State, { record, event }: Read): Decision {
  const { organization, row } = state
  const isCanceled = record.status === 'canceled'
  if (!organization) {
    const ends = isCanceled || record.scheduledChange?.action === 'cancel'
    return { kind: ends ? 'irrelevant' : 'unknown-organization' }
  }
  const isSame = row?.subscriptionId === record.id
  const plan = planOf(account, record.priceIds) ?? (isCanceled && isSame ? row.planId : undefined)
  if (!plan) return isCanceled ? { kind: 'irrelevant' } : { kind: 'unknown-price', organization }
  if (row && !isSame) {
    const isLater = record.createdAt > row.startedAt
    if (row.status !== 'canceled')
      return isCanceled ? { kind: 'irrelevant' } : { kind: 'second', organization, row }
    // An event about an older subscription may itself be old: the job asks Paddle.
    if (!isLater && isCanceled) return { kind: 'irrelevant' }
    if (!isLater && event) return { kind: 'second', organization, row }
  }
  const before = isSame ? row : undefined
  if (before && !isNewer(before, record.updatedAt, event))
    return { kind: 'unchanged', organization, row: before }
  const after = copyOf(ctx, { organization, record, plan, event }, before)
  if (before && isSameCopy(before, after)) return { kind: 'unchanged', organization, row: before }
  return { kind: 'changed', change: { organization, before: row, after } }
}

type Input = {
  organization: Organization
  record: PaddleSubscription
  plan: PaidPlan
  event: BillingEvent | undefined
}

function copyOf(
  ctx: Context,
  { organization, record, plan, event }: Input,
  before: SubscriptionRow | undefined,
): Values {
  const { status, currentPeriod, scheduledChange } = record
  const cancelAt = scheduledChange?.action === 'cancel' ? scheduledChange.at : null
  const wasPastDue = before?.status === 'past_due'
  const pastDueSince = status === 'past_due' ? (wasPastDue && before.pastDueSince) || record.updatedAt : null
  return {
    subscriptionId: record.id,
    organizationId: organization.id,
    customerId: record.customerId,
    planId: plan,
    tier: entitledTier({ status, plan, pastDueSince }, ctx.now),
    status,
    startedAt: record.createdAt,
    // Without a period while paused or canceled.
    currentPeriodStart: currentPeriod?.startsAt ?? before?.currentPeriodStart ?? record.createdAt,
    currentPeriodEnd:
      currentPeriod?.endsAt ?? before?.currentPeriodEnd ?? record.canceledAt ?? record.updatedAt,
    nextBilledAt: record.nextBilledAt,
    cancelAt,
    pauseAt: scheduledChange?.action === 'pause' ? scheduledChange.at : null,
    canceledAt: record.canceledAt,
    pastDueSince,
    endsWithOrganization:
      (before?.endsWithOrganization ?? false) && (cancelAt !== null || organization.deleteAt !== null),
    recordUpdatedAt: record.updatedAt,
    lastEventAt: event?.occurredAt ?? null,
    // Comes with transactions, and stays with its subscription.
    ...(!before && {
      paymentMethod: null,
      cardBrand: null,
      cardLastFour: null,
      cardExpiryMonth: null,
      cardExpiryYear: null,
    }),
  }
}

function isSameCopy(before: SubscriptionRow, after: Values): boolean {
  const { lastEventAt: _, ...compared } = after
  const old: Record<string, unknown> = before
  return Object.entries(compared).every(([name, value]) => {
    const other = old[name]
    return value instanceof Date ? other instanceof Date && +other === +value : other === value
  })
}

/** False if another write came first. */
async function write(
  ctx: Context,
  decision: Decision,
  record: PaddleSubscription,
  event: BillingEvent | undefined,
): Promise<boolean> {
  if (decision.kind === 'changed') return writeSubscription(ctx, decision.change, event)
  if (!event) return true
  const needsJob = ['second', 'unknown-organization', 'unknown-price'].includes(decision.kind)
  const organizationId = 'organization' in decision ? decision.organization.id : null
  const insertEvent = ctx.db.insert(webhookEvents).values(eventRow(event)).onConflictDoNothing()
  if (needsJob) {
    await ctx.db.batch([requestJob(ctx.db, { subscriptionId: record.id }, organizationId), insertEvent])
  } else await insertEvent
  return true
}

export const eventRow = ({ id, type, occurredAt }: BillingEvent) => ({
  eventId: id,
  provider: PROVIDER,
  type,
  occurredAt,
  processedAt: now,
})

/**
 * The one place where a subscription changes, and with it the organization's tier and limit. What belongs to a change,
 * such as an email, joins the statement here: `before` and `after` are known, and it is written only if `before` is
 * still true. Returns false otherwise.
 */
export async function writeSubscription(
  ctx: Context,
  change: SubscriptionChange,
  event?: BillingEvent,
): Promise<boolean> {
  const { db } = ctx
  const { organization, before, after } = change
  const emails = await subscriptionEmails(ctx, change)
  const written = db.$with('written').as(
    before
      ? db
          .update(subscriptions)
          .set({ ...after, version: before.version + 1 })
          .where(
            and(
              eq(subscriptions.organizationId, organization.id),
              eq(subscriptions.subscriptionId, before.subscriptionId),
              eq(subscriptions.version, before.version),
            ),
          )
          .returning({ organizationId: subscriptions.organizationId })
      : insertFrom(db, subscriptions, after, (values) =>
          db.select(values).from(organizations).where(eq(organizations.id, organization.id)),
        )
          .onConflictDoNothing()
          .returning({ organizationId: subscriptions.organizationId }),
  )
  const audit = auditPart(ctx, planChange(change), written)
  const parts: WithSubquery[] = [written, audit, ...insertBillingEmails(ctx, emails, written)]
  const isWritten = exists(db.select({ id: written.organizationId }).from(written))
  if (after.tier !== (before?.tier ?? 'FREE'))
    parts.push(...tierChange(ctx, organization.id, after.tier, isWritten))
  if (event) {
    const values = eventRow(event)
    parts.push(
      db
        .$with('new_event')
        .as(
          insertFrom(db, webhookEvents, values, (selected) =>
            db.select(selected).from(written),
          ).onConflictDoNothing(),
        ),
    )
  }
  if (after.status !== 'canceled' && organization.deleteAt && !after.cancelAt) {
    const job = requestJobFrom(db, written, { subscriptionId: after.subscriptionId }, organization.id)
    parts.push(db.$with('new_job').as(job))
  }
  const [, rows] = await db.batch([
    organizationLock(ctx, organization.id),
    db
      .with(...parts)
      .select({ organizationId: written.organizationId })
      .from(written),
  ])
  if (rows.length === 0) return false
  for (const { key } of emails) sendAfterResponse(ctx, key)
  return true
}

function planChange({ organization, before, after }: SubscriptionChange) {
  const valuesOf = ({ tier, planId, status, cancelAt }: Values) => ({
    tier,
    plan: planId,
    status,
    cancelsAt: cancelAt?.toISOString() ?? null,
  })
  return {
    event: 'plan.changed',
    organizationId: organization.id,
    before: before && valuesOf(before),
    after: valuesOf(after),
  } as const
}

/** As long as the subscription gives the same tier, one that an administrator set stays. */
function tierChange(
  { db }: Context,
  organizationId: string,
  tier: Tier,
  condition: ReturnType<typeof exists>,
) {
  return [
    db.$with('new_tier').as(
      db
        .update(organizations)
        .set({ tier })
        .where(and(eq(organizations.id, organizationId), condition)),
    ),
    db.$with('new_limit').as(
      db
        .update(quotas)
        .set({
          monthlyLimit: monthlyLimitOf({
            tier: sql`${tier}::text`,
            contractLimit: organizations.contractLimit,
          }),
        })
        .from(organizations)
        .where(
          and(eq(quotas.organizationId, organizationId), eq(organizations.id, organizationId), condition),
        ),
    ),
  ]
}
