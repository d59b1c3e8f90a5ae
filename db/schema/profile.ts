import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'

/** A user has at most one; a newer request replaces it. The tokens are SHA-256 hashes. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    newEmail: text().notNull(),
    sid: text().notNull(),
    currentToken: text().notNull(),
    newToken: text().notNull(),
    currentConfirmedAt: instant(),
    newConfirmedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    unique('email_changes_current_token_key').on(table.currentToken),
    unique('email_changes_new_token_key').on(table.newToken),
    index('email_changes_expires_at_idx').on(table.expiresAt),
  ],
)
