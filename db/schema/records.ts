import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { organizationId } from './organizations.ts'

export const records = pgTable(
  'records',
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    /** Not a foreign key: deleting an account would have to change all its records. */
    createdBy: integer(),
    referenceId: uuid().notNull(),
    live: boolean().notNull(),
    number: integer(),
    content: text().notNull(),
    search: text().array().notNull(),
    link: text(),
    linkSecret: text(),
    linkExpiresAt: instant(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    unique('records_reference_key').on(table.organizationId, table.referenceId),
    unique('records_number_key').on(table.organizationId, table.live, table.number),
    unique('records_link_key').on(table.link),
    index('records_organization_id_idx').on(table.organizationId, table.createdAt, table.id),
    index('records_search_idx').using('gin', table.search),
    index('records_unsigned_idx').on(table.organizationId, table.live).where(sql`${table.number} is null`),
    index('records_expires_at_idx').on(table.expiresAt),
    index('records_content_key_idx').on(sql`split_part(${table.content}, '.', 1)`, table.id),
  ],
)

export const recordChain = pgTable(
  'record_chain',
  {
    organizationId: organizationId(),
    live: boolean().notNull(),
    number: integer().notNull(),
    hash: text().notNull(),
    signedAt: createdAt(),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.live, table.number] }),
    index('record_chain_signed_at_idx').on(table.organizationId, table.signedAt),
    index('record_chain_test_idx').on(table.signedAt).where(sql`not ${table.live}`),
  ],
)
