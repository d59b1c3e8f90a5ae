import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity, instant } from './columns.ts'

export const mails = pgTable(
  'mails',
  {
    id: identity(),
    idempotencyKey: text().notNull(),
    encrypted: text('sealed').notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('mails_idempotency_key_key').on(table.idempotencyKey),
    index('mails_next_attempt_at_idx').on(table.nextAttemptAt),
    check('mails_attempts_is_not_negative', sql`${table.attempts} >= 0`),
  ],
)
