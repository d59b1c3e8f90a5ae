import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { paidPlans, subscriptionStatuses, transactionStatuses } from '../enums.ts'
import { tiers } from '../organization-enums.ts'
import { users } from './accounts.ts'
import { createdAt, identity, instant, oneOf, updatedAt } from './columns.ts'
import { organizationId, organizations } from './organizations.ts'

export const paymentJobStatuses = ['pending', 'running', 'completed', 'failed'] as const
const cancelReasons = ['member', 'deletion'] as const
export const billingDetailsStatuses = ['pending', 'saved', 'vat-number-refused', 'refused'] as const

/** `updated_at` of Paddle's record. Our row is a copy of it, and only a record that isn't older replaces it. */
const recordUpdatedAt = () => instant().notNull()

export const paymentTransactions = pgTable(
  'payment_transactions',
  {
    id: identity(),
    transactionId: text().notNull(),
    providerReference: text(),
    subscriptionId: text(),
    organizationId: organizationId(),
    /** The buyer; null for renewals after they left the organization. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    plan: text({ enum: paidPlans }),
    amount: numeric({ precision: 10, scale: 2 }).notNull(),
    refundedAmount: numeric({ precision: 10, scale: 2 }).notNull().default('0'),
    currency: text().notNull().default('USD'),
    status: text({ enum: transactionStatuses }).notNull().default('pending'),
    billedAt: instant(),
    recordUpdatedAt: recordUpdatedAt(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payment_transactions_transaction_id_key').on(table.transactionId),
    index('payment_transactions_organization_id_created_at_idx').on(table.organizationId, table.createdAt),
    index('payment_transactions_billed_at_idx').on(table.billedAt),
    index('payment_transactions_user_id_idx').on(table.userId),
    index('payment_transactions_subscription_id_idx').on(table.subscriptionId),
    oneOf('payment_transactions_status_is_known', table.status, transactionStatuses),
    check('payment_transactions_amount_is_not_negative', sql`${table.amount} >= 0`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: identity(),
    subscriptionId: text().notNull(),
    organizationId: organizationId(),
    customerId: text().notNull(),
    /** `planId` pays for the current period. After a downgrade, `nextPlanId` pays for the next one. */
    planId: text({ enum: paidPlans }).notNull(),
    nextPlanId: text({ enum: paidPlans }),
    /** What the subscription gives the organization now. An administrator's change of its tier doesn't change this. */
    tier: text({ enum: tiers }).notNull(),
    status: text({ enum: subscriptionStatuses }).notNull().default('active'),
    startedAt: instant().notNull(),
    currentPeriodStart: instant().notNull(),
    currentPeriodEnd: instant().notNull(),
    nextBilledAt: instant(),
    cancelAt: instant(),
    pauseAt: instant(),
    canceledAt: instant(),
    pastDueSince: instant(),
    /** Why we asked Paddle to cancel it. Restoring the organization undoes only a cancellation for its deletion. */
    cancelReason: text({ enum: cancelReasons }),
    paymentMethod: text(),
    cardBrand: text(),
    cardLastFour: text(),
    cardExpiryMonth: integer(),
    cardExpiryYear: integer(),
    remindedCard: text(),
    recordUpdatedAt: recordUpdatedAt(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('subscriptions_subscription_id_key').on(table.subscriptionId),
    unique('subscriptions_organization_id_key').on(table.organizationId),
    index('subscriptions_past_due_since_idx')
      .on(table.pastDueSince)
      .where(sql`${table.pastDueSince} is not null`),
    oneOf('subscriptions_plan_id_is_known', table.planId, paidPlans),
    oneOf('subscriptions_tier_is_known', table.tier, tiers),
    oneOf('subscriptions_status_is_known', table.status, subscriptionStatuses),
    oneOf('subscriptions_cancel_reason_is_known', table.cancelReason, cancelReasons),
  ],
)

export const paymentJobs = pgTable(
  'payment_jobs',
  {
    id: identity(),
    transactionId: text(),
    subscriptionId: text(),
    /** Null if Paddle's record names none that exists. */
    organizationId: text().references(() => organizations.id, { onDelete: 'set null' }),
    status: text({ enum: paymentJobStatuses }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull().default(5),
    lastAttemptAt: instant(),
    nextAttemptAt: instant().notNull().defaultNow(),
    error: text(),
    reportedAt: instant(),
    /** When it was last requested. */
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payment_jobs_transaction_id_key').on(table.transactionId),
    unique('payment_jobs_subscription_id_key').on(table.subscriptionId),
    check(
      'payment_jobs_settle_one_thing',
      sql`num_nonnulls(${table.transactionId}, ${table.subscriptionId}) = 1`,
    ),
    index('payment_jobs_status_next_attempt_at_idx').on(table.status, table.nextAttemptAt),
    index('payment_jobs_organization_id_idx').on(table.organizationId),
    oneOf('payment_jobs_status_is_known', table.status, paymentJobStatuses),
    check(
      'payment_jobs_attempts_are_bounded',
      sql`${table.attempts} >= 0 and ${table.attempts} <= ${table.maxAttempts} + 1`,
    ),
  ],
)

export const billingDetails = pgTable(
  'billing_details',
  {
    organizationId: text()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    companyName: text().notNull(),
    country: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    region: text(),
    postalCode: text(),
    status: text({ enum: billingDetailsStatuses }).notNull().default('pending'),
    sentTo: text(),
    /** Counts the changes. `saved` means that Paddle has the latest one. */
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf('billing_details_status_is_known', table.status, billingDetailsStatuses)],
)
