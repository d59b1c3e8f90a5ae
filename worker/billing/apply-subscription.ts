import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { organizations, subscriptions } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { updateMonthlyLimit } from '#worker/membership/monthly-limit.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import type { PaddleSubscription } from '#worker/services/paddle-records.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import { applyTier } from './apply-tier.ts'
import { queueSubscriptionEmails, type SubscriptionChange, type SubscriptionRow } from './billing-emails.ts'
import { higherPlan, type PaidPlan } from './contract.ts'
import type { UnknownOwner } from './find-owner.ts'
import { type PaddleAccount, planOf } from './paddle-account.ts'
import { entitledTier } from './tier.ts'

type Organization = SubscriptionChange['organization']

export type Applied =
  | { kind: 'copied'; organization: Organization; row: SubscriptionRow }
  | { kind: 'second'; organization: Organization; firstId: string }
  /** There is no subscription, or it has ended and isn't the organization's last. */
  | { kind: 'irrelevant'; organization: Organization | undefined }
  | {
      kind: 'problem'
      code: UnknownOwner['code'] | 'UNKNOWN_PRICE'
      organization: Organization | undefined
    }

/** Copies the record unless our copy is newer. The organization is locked. */
export async function applySubscription(
  tx: Transaction,
  account: PaddleAccount,
  { organization, record }: { organization: Organization; record: PaddleSubscription },
): Promise<Applied> {
  const isCanceled = record.status === 'canceled'
  const irrelevant = { kind: 'irrelevant', organization } as const
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.organizationId, organization.id))
  const before = row?.subscriptionId === record.id ? row : undefined
  // A price that isn't ours doesn't change the plan.
  const plan = planOf(account, record.priceIds) ?? before?.planId
  if (!plan) return isCanceled ? irrelevant : { kind: 'problem', code: 'UNKNOWN_PRICE', organization }
  if (row && !before) {
    const isEarlier = record.createdAt <= row.startedAt
    if (isCanceled && (isEarlier || row.status !== 'canceled')) return irrelevant
    if (row.status !== 'canceled') return { kind: 'second', organization, firstId: row.subscriptionId }
  }
  if (before && before.recordUpdatedAt > record.updatedAt)
    return { kind: 'copied', organization, row: before }
  const after = copyOf(tx.ctx.now, { organization, record, plan }, before)
  if (before && isDeepStrictEqual({ ...before, ...after }, before))
    return { kind: 'copied', organization, row: before }
  const written = await writeSubscription(tx, { organization, before: row, after })
  return { kind: 'copied', organization, row: written }
}

type Copied = { organization: Organization; record: PaddleSubscription; plan: PaidPlan }

function copyOf(
  now: Date,
  { organization, record, plan }: Copied,
  before: SubscriptionRow | undefined,
): SubscriptionChange['after'] {
  const { status, currentBillingPeriod: period, scheduledChange } = record
  const cancelAt = scheduledChange?.action === 'cancel' ? scheduledChange.effectiveAt : null
  const wasPastDue = before?.status === 'past_due'
  const paidPlan = before && isPaidPeriod(record, before) ? higherPlan(before.planId, plan) : plan
  const pastDueSince = status === 'past_due' ? (wasPastDue && before.pastDueSince) || record.updatedAt : null
  return {
    subscriptionId: record.id,
    organizationId: organization.id,
    customerId: record.customerId,
    planId: paidPlan,
    nextPlanId: status === 'canceled' || paidPlan === plan ? null : plan,
    tier: entitledTier({ status, plan: paidPlan, pastDueSince }, now),
    status,
    startedAt: record.createdAt,
    // Paused and canceled subscriptions have no period.
    currentPeriodStart: period?.startsAt ?? before?.currentPeriodStart ?? record.createdAt,
    currentPeriodEnd: period?.endsAt ?? before?.currentPeriodEnd ?? record.canceledAt ?? record.updatedAt,
    nextBilledAt: record.nextBilledAt,
    cancelAt,
    pauseAt: scheduledChange?.action === 'pause' ? scheduledChange.effectiveAt : null,
    canceledAt: record.canceledAt,
    pastDueSince,
    cancelReason: cancelAt || organization.deleteAt ? (before?.cancelReason ?? null) : null,
    recordUpdatedAt: record.updatedAt,
    paymentMethod: before?.paymentMethod ?? null,
    cardBrand: before?.cardBrand ?? null,
    cardLastFour: before?.cardLastFour ?? null,
    cardExpiryMonth: before?.cardExpiryMonth ?? null,
    cardExpiryYear: before?.cardExpiryYear ?? null,
  }
}

/** Paddle changes the price at once. The paid plan stays until the next period. */
export const isPaidPeriod = (
  { currentBillingPeriod: period }: PaddleSubscription,
  before: Pick<SubscriptionRow, 'currentPeriodStart'>,
): boolean => !period || period.startsAt.getTime() === before.currentPeriodStart.getTime()

/** The one place where a subscription changes, and with it the organization's tier and limit. */
export async function writeSubscription(
  tx: Transaction,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  const { organization, before, after } = change
  const row = await tx
    .insert(subscriptions)
    .values(after)
    .onConflictDoUpdate({ target: subscriptions.organizationId, set: after })
    .returning()
    .then(oneRow)
  // As long as the subscription gives the same tier, one that an administrator set stays.
  const tier = after.tier === (before?.tier ?? 'FREE') ? organization.tier : after.tier
  if (tier !== organization.tier) {
    await tx.update(organizations).set({ tier }).where(eq(organizations.id, organization.id))
    await refreshAfterCommit(tx, organization.id)
    await updateMonthlyLimit(tx, organization.id)
    await applyTier(tx, organization.id)
  }
  if (!isResumedByPayment(after)) await endContract(tx, organization.id)
  const audited = { before: before && auditedValues(before), after: auditedValues(after) }
  if (!isDeepStrictEqual(audited.before, audited.after))
    await audit(tx, { event: 'plan.changed', organizationId: organization.id, ...audited })
  await queueSubscriptionEmails(tx, { ...change, organization: { ...organization, tier } })
  return row
}

const auditedValues = ({ tier, planId, nextPlanId, status, cancelAt }: SubscriptionChange['after']) => ({
  tier,
  plan: planId,
  nextPlan: nextPlanId,
  status,
  cancelsAt: cancelAt?.toISOString() ?? null,
})

const isResumedByPayment = ({ status }: SubscriptionChange['after']) =>
  status === 'paused' || status === 'past_due'

/** A contract limit ends with the ENTERPRISE tier. */
const endContract = (tx: Transaction, organizationId: string) =>
  tx
    .update(organizations)
    .set({ contractLimit: null })
    .where(
      and(
        eq(organizations.id, organizationId),
        ne(organizations.tier, 'ENTERPRISE'),
        isNotNull(organizations.contractLimit),
      ),
    )
