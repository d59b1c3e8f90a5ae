import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A keyed hash of the idempotency key, keyed with the API token. */
    id: text().primaryKey(),
    fingerprint: text().notNull(),
    /** Encrypted with a key that is derived from the API token; null while the first call is in progress. */
    answer: text(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('idempotency_keys_expires_at_idx').on(table.expiresAt)],
)
