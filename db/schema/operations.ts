import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/** Calls that the queue gave up. A job tries them again. */
export const deadCalls = pgTable('dead_calls', {
  /** Of the message. */
  id: text().primaryKey(),
  body: jsonb().notNull(),
  createdAt: createdAt(),
})

/** Problems of the service that last. */
export const alerts = pgTable('alerts', {
  code: text().primaryKey(),
  createdAt: createdAt(),
  /** When the operator was told. */
  emailedAt: instant(),
})
