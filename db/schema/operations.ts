import { isNull, sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, identity, instant } from './columns.ts'

export const deadCalls = pgTable('dead_calls', {
  id: text().primaryKey(),
  body: jsonb().notNull(),
  createdAt: createdAt(),
  triedAt: instant(),
})

export const alerts = pgTable(
  'alerts',
  {
    id: identity(),
    code: text().notNull(),
    createdAt: createdAt(),
    emailedAt: instant(),
    /** Since a run didn't find the problem anymore. */
    missingSince: instant(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('alerts_one_open_key').on(table.code).where(isNull(table.endedAt)),
    index('alerts_created_at_idx').on(table.createdAt),
  ],
)

export const serviceSlots = pgTable(
  'service_slots',
  {
    startsAt: instant().primaryKey(),
    calls: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Counted, but without an outcome. */
    lost: integer().notNull().default(0),
    lastActivityId: bigint({ mode: 'number' }),
  },
  (table) => [
    check(
      'service_slots_are_not_negative',
      sql`${table.calls} >= 0 and ${table.failed} >= 0 and ${table.lost} >= 0`,
    ),
  ],
)

/** What a job last wrote to Redis, by CACHE_EPOCH. Redis has lost data if it no longer has it. */
export const redisMarks = pgTable('redis_marks', {
  epoch: text().primaryKey(),
  mark: bigint({ mode: 'number' }).notNull(),
  lostAt: instant(),
  wentBackAt: instant(),
})
