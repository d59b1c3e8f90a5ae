import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { organizations } from './organizations.ts'

/** Before and after a change: short values that a person can read. No secrets and no TINs. */
export type AuditValues = Record<string, string | number | boolean | null>

/** Append-only: a trigger refuses updates. User IDs are no foreign keys, because entries outlive accounts. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    timestamp: instant().notNull().default(sql`clock_timestamp()`),
    event: text().notNull(),
    organizationId: text().references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: integer(),
    /** Null for jobs, outside services and failed sign-ins. */
    actorId: integer(),
    actorEmail: text(),
    subject: text(),
    before: jsonb().$type<AuditValues>(),
    after: jsonb().$type<AuditValues>(),
    network: text(),
    device: text(),
    requestId: uuid().notNull(),
  },
  (table) => [
    index('audit_entries_organization_id_idx').on(table.organizationId, table.timestamp, table.id),
    index('audit_entries_organization_id_event_idx').on(
      table.organizationId,
      table.event,
      table.timestamp,
      table.id,
    ),
    index('audit_entries_organization_id_actor_id_idx').on(
      table.organizationId,
      table.actorId,
      table.timestamp,
      table.id,
    ),
    index('audit_entries_account_id_idx').on(table.accountId, table.timestamp, table.id),
    index('audit_entries_actor_id_idx').on(table.actorId, table.timestamp, table.id),
    index('audit_entries_actor_email_idx').on(table.actorEmail, table.timestamp, table.id),
    index('audit_entries_event_idx').on(table.event, table.timestamp, table.id),
    index('audit_entries_timestamp_idx').on(table.timestamp, table.id),
  ],
)
