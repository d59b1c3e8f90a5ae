import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, identity, instant, oneOf, updatedAt } from './columns.ts'
import { organizations } from './organizations.ts'

export const transactionStatuses = ['pending', 'completed', 'failed', 'canceled', 'refunded'] as const
export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const
export const paymentJobStatuses = ['pending', 'running', 'completed', 'failed'] as const

export const paymentTransactions = pgTable(
  'payment_transactions',
  {
    id: identity(),
    transactionId: text().notNull(),
    providerReference: text(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    amount: numeric({ precision: 10, scale: 2 }).notNull(),
    currency: text().notNull().default('USD'),
    status: text({ enum: transactionStatuses }).notNull().default('pending'),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payment_transactions_transaction_id_key').on(table.transactionId),
    index('payment_transactions_organization_id_created_at_idx').on(table.organizationId, table.createdAt),
    index('payment_transactions_user_id_idx').on(table.userId),
    oneOf('payment_transactions_status_is_known', table.status, transactionStatuses),
    check('payment_transactions_amount_is_not_negative', sql`${table.amount} >= 0`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: identity(),
    subscriptionId: text().notNull(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    planId: text().notNull(),
    status: text({ enum: subscriptionStatuses }).notNull().default('active'),
    currentPeriodStart: instant().notNull(),
    currentPeriodEnd: instant().notNull(),
    canceledAt: instant(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('subscriptions_subscription_id_key').on(table.subscriptionId),
    unique('subscriptions_organization_id_key').on(table.organizationId),
    oneOf('subscriptions_status_is_known', table.status, subscriptionStatuses),
  ],
)

export const paymentJobs = pgTable(
  'payment_jobs',
  {
    id: identity(),
    transactionId: text().notNull(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    status: text({ enum: paymentJobStatuses }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull().default(5),
    lastAttemptAt: instant(),
    nextAttemptAt: instant(),
    error: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payment_jobs_transaction_id_key').on(table.transactionId),
    index('payment_jobs_status_next_attempt_at_idx').on(table.status, table.nextAttemptAt),
    index('payment_jobs_organization_id_idx').on(table.organizationId),
    oneOf('payment_jobs_status_is_known', table.status, paymentJobStatuses),
    check(
      'payment_jobs_attempts_are_bounded',
      sql`${table.attempts} >= 0 and ${table.attempts} <= ${table.maxAttempts}`,
    ),
  ],
)

/** Providers may deliver a webhook twice. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: identity(),
    eventId: text().notNull(),
    provider: text().notNull(),
    type: text().notNull(),
    occurredAt: instant().notNull(),
    processedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [unique('webhook_events_provider_event_id_key').on(table.provider, table.eventId)],
)
