import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A component is `api` or a register's limiter key, such as `hmrc` or `vies:DE`. */
export const statusDays = pgTable(
  'status_days',
  {
    component: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    answered: integer().notNull(),
    failed: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'status_days_key', columns: [table.component, table.day] }),
    index('status_days_day_idx').on(table.day),
    check('status_days_are_not_negative', sql`${table.answered} >= 0 and ${table.failed} >= 0`),
  ],
)

export const statusOutages = pgTable(
  'status_outages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    component: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    unique('status_outages_key').on(table.component, table.startedAt),
    check('status_outages_end_after_start', sql`${table.endedAt} >= ${table.startedAt}`),
  ],
)
