import { index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { createdAt, identity, instant } from './columns.ts'

/** A user has at most one; a newer request replaces it. The tokens are SHA-256 hashes. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: identity(),
    userId: userId(),
    newEmail: text().notNull(),
    sid: text().notNull(),
    currentToken: text().notNull(),
    newToken: text().notNull(),
    currentConfirmedAt: instant(),
    newConfirmedAt: instant(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('email_changes_user_id_key').on(table.userId),
    unique('email_changes_current_token_key').on(table.currentToken),
    unique('email_changes_new_token_key').on(table.newToken),
    index('email_changes_expires_at_idx').on(table.expiresAt),
  ],
)
