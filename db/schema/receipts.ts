import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, identity, instant } from './columns.ts'
import { organizations } from './organizations.ts'

/** Answers that a member shared as a page. `link` is a SHA-256 hash, `content` is encrypted. */
export const receipts = pgTable(
  'receipts',
  {
    id: identity(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    referenceId: uuid().notNull(),
    link: text().notNull(),
    content: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    unique('receipts_link_key').on(table.link),
    index('receipts_organization_id_idx').on(table.organizationId, table.id),
    index('receipts_expires_at_idx').on(table.expiresAt),
    index('receipts_created_by_idx').on(table.createdBy),
  ],
)
