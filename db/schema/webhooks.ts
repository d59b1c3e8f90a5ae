import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, identity, instant, oneOf, updatedAt } from './columns.ts'
import { organizationId } from './organizations.ts'

const disabledReasons = ['member', 'gone', 'failing', 'plan'] as const

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    url: text().notNull(),
    description: text(),
    events: text().array().notNull(),
    live: boolean().notNull(),
    secret: text().notNull(),
    oldSecret: text(),
    oldSecretUntil: instant(),
    disabledAt: instant(),
    disabledReason: text({ enum: disabledReasons }),
    failingSince: instant(),
    warnedAt: instant(),
    leaseUntil: instant(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('webhook_endpoints_organization_id_idx').on(table.organizationId, table.createdAt),
    index('webhook_endpoints_created_by_idx').on(table.createdBy),
    oneOf('webhook_endpoints_disabled_reason_is_known', table.disabledReason, disabledReasons),
    check(
      'webhook_endpoints_disabled_has_reason',
      sql`(${table.disabledAt} is null) = (${table.disabledReason} is null)`,
    ),
  ],
)

export const events = pgTable(
  'events',
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    type: text().notNull(),
    live: boolean().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** PostgreSQL's ID of the transaction that inserted the event. */
    transaction: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('events_organization_id_transaction_idx').on(table.organizationId, table.transaction, table.id),
    index('events_created_at_idx').on(table.createdAt),
  ],
)

export type WebhookAttempt = {
  at: string
  status: number | null
  error: string | null
  milliseconds: number
  response: string
}

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: identity(),
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    state: text({ enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    tries: integer().notNull().default(0),
    nextTryAt: instant().defaultNow(),
    attempts: jsonb().$type<WebhookAttempt[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_deliveries_endpoint_id_idx').on(table.endpointId, table.id),
    index('webhook_deliveries_event_id_idx').on(table.eventId),
    index('webhook_deliveries_due_idx')
      .on(table.endpointId, table.nextTryAt)
      .where(sql`${table.nextTryAt} is not null`),
    oneOf('webhook_deliveries_state_is_known', table.state, ['pending', 'delivered', 'failed']),
    check(
      'webhook_deliveries_pending_has_next_try',
      sql`(${table.state} = 'pending') = (${table.nextTryAt} is not null)`,
    ),
  ],
)
