import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { organizations } from './organizations.ts'

/**
 * One row a call. It grows without bound, so it holds no TIN, and `tokenId` is no foreign key:
 * deleting a token must not rewrite its history.
 * `requestId` is the Worker's own and makes a repeated write harmless; `spent` is what the call took from the quota.
 */
export const apiActivities = pgTable(
  'api_activities',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestId: uuid().notNull(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    tokenId: integer(),
    method: text().notNull(),
    endpoint: text().notNull(),
    statusCode: smallint().notNull(),
    responseTime: integer().notNull(),
    country: text(),
    spent: smallint().notNull().default(0),
    timestamp: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('api_activities_request_id_key').on(table.requestId),
    index('api_activities_organization_id_timestamp_idx').on(
      table.organizationId,
      table.timestamp.desc(),
      table.id.desc(),
    ),
    index('api_activities_timestamp_idx').on(table.timestamp),
    check('api_activities_spent_is_not_negative', sql`${table.spent} >= 0`),
  ],
)
