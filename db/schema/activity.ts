import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, oneOf } from './columns.ts'
import { organizationId } from './organizations.ts'

export const outcomes = [
  'confirmed',
  'different_name',
  'format_only',
  'unconfirmed',
  'invalid',
  'unsupported',
  'refused',
] as const

/** `tokenId` is no foreign key, so that history outlives tokens. `requestId` is unique, so that a retried write counts once. */
export const apiActivities = pgTable(
  'api_activities',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestId: uuid().notNull(),
    organizationId: organizationId(),
    tokenId: integer(),
    method: text().notNull(),
    endpoint: text().notNull(),
    statusCode: smallint().notNull(),
    /** Null for a batch. Like `responseTime`, null until the call has its response. */
    outcome: text({ enum: outcomes }),
    responseTime: integer(),
    /** Parts of `responseTime`, in milliseconds; null for a batch, and `registerTime` if no register was needed. */
    quotaTime: smallint(),
    registerTime: smallint(),
    errorCode: text(),
    country: text(),
    numberHash: text(),
    spent: integer().notNull().default(0),
    rows: integer(),
    timestamp: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('api_activities_request_id_key').on(table.requestId),
    index('api_activities_organization_id_kind_idx').on(
      table.organizationId,
      table.endpoint,
      table.statusCode,
      table.timestamp,
      table.id,
    ),
    index('api_activities_token_id_kind_idx').on(
      table.tokenId,
      table.endpoint,
      table.statusCode,
      table.timestamp,
      table.id,
    ),
    index('api_activities_number_hash_idx')
      .on(table.numberHash, table.timestamp)
      .where(sql`${table.numberHash} is not null`),
    check('api_activities_spent_is_not_negative', sql`${table.spent} >= 0`),
    oneOf('api_activities_outcome_is_known', table.outcome, outcomes),
  ],
)

export const activityDays = pgTable(
  'activity_days',
  {
    organizationId: organizationId(),
    day: date({ mode: 'string' }).notNull(),
    outcome: text({ enum: outcomes }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'activity_days_key',
      columns: [table.organizationId, table.day, table.outcome],
    }),
    index('activity_days_day_idx').on(table.day),
    check('activity_days_calls_is_positive', sql`${table.calls} > 0`),
    oneOf('activity_days_outcome_is_known', table.outcome, outcomes),
  ],
)

export const activityHours = pgTable(
  'activity_hours',
  {
    organizationId: organizationId(),
    hour: instant().notNull(),
    tokenId: integer(),
    country: text(),
    outcome: text({ enum: outcomes }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [
    unique('activity_hours_key')
      .on(table.organizationId, table.hour, table.tokenId, table.country, table.outcome)
      .nullsNotDistinct(),
    index('activity_hours_hour_idx').on(table.hour),
    check('activity_hours_calls_is_positive', sql`${table.calls} > 0`),
    oneOf('activity_hours_outcome_is_known', table.outcome, outcomes),
  ],
)

export const callDays = pgTable('call_days', {
  day: date({ mode: 'string' }).primaryKey(),
  calls: bigint({ mode: 'number' }).notNull(),
})
