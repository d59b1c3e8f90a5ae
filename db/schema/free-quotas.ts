import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { identity, instant } from './columns.ts'
import { organizations } from './organizations.ts'

/** Each claim of an owner's free quota. An owner has it in one organization, the one without `releasedUntil`. */
export const freeQuotas = pgTable(
  'free_quotas',
  {
    id: identity(),
    organizationId: text().references(() => organizations.id, { onDelete: 'set null' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** A keyed hash of a deleted account's email, until `releasedUntil`. */
    emailHash: text(),
    usedCount: integer().notNull().default(0),
    releasedUntil: instant(),
  },
  (table) => [
    unique('free_quotas_organization_id_key').on(table.organizationId),
    index('free_quotas_user_id_idx').on(table.userId),
    index('free_quotas_email_hash_idx').on(table.emailHash).where(sql`${table.emailHash} is not null`),
    check('free_quotas_used_count_is_not_negative', sql`${table.usedCount} >= 0`),
  ],
)
