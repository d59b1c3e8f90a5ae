import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { monitorFields, monitorIntervals } from '../enums.ts'
import { batches } from './batches.ts'
import { createdAt, identity, instant, oneOf } from './columns.ts'
import { organizationId } from './organizations.ts'

const monitorPauses = ['member', 'plan'] as const

export const monitors = pgTable(
  'monitors',
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    live: boolean().notNull(),
    /** Not a foreign key: deleting an account would have to change all its monitors. */
    createdBy: integer(),
    countryCode: text().notNull(),
    /** The limiter key of the number's register, such as `vies:DE`; null without one. */
    register: text(),
    numberHash: text().notNull(),
    search: text().array().notNull().default([]),
    details: text().notNull(),
    every: text({ enum: monitorIntervals }).notNull(),
    /** Minutes into the interval. */
    phase: integer().notNull(),
    pausedBy: text({ enum: monitorPauses }),
    result: text(),
    answer: text(),
    /** When another answer was first seen, which isn't reported until it is confirmed. */
    differsSince: instant(),
    checkedAt: instant(),
    nextCheckAt: instant(),
    changedAt: instant(),
    failingSince: instant(),
    batchId: text().references(() => batches.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('monitors_number_key').on(table.organizationId, table.live, table.numberHash),
    index('monitors_organization_id_created_at_idx').on(table.organizationId, table.createdAt, table.id),
    index('monitors_search_idx').using('gin', table.search),
    index('monitors_due_idx').on(table.nextCheckAt).where(sql`${table.batchId} is null`),
    index('monitors_batch_id_idx').on(table.batchId).where(sql`${table.batchId} is not null`),
    index('monitors_register_checked_at_idx').on(table.register, table.checkedAt),
    index('monitors_differs_idx').on(table.register).where(sql`${table.differsSince} is not null`),
    index('monitors_details_key_idx').on(sql`split_part(${table.details}, '.', 1)`, table.id),
    oneOf('monitors_every_is_known', table.every, monitorIntervals),
    oneOf('monitors_paused_by_is_known', table.pausedBy, monitorPauses),
    check(
      'monitors_paused_has_no_next_check',
      sql`(${table.pausedBy} is null) = (${table.nextCheckAt} is not null)`,
    ),
    check('monitors_answer_has_result', sql`(${table.answer} is null) = (${table.result} is null)`),
  ],
)

export const monitorChanges = pgTable(
  'monitor_changes',
  {
    id: identity(),
    monitorId: text()
      .notNull()
      .references(() => monitors.id, { onDelete: 'cascade' }),
    organizationId: text().notNull(),
    live: boolean().notNull(),
    changed: text({ enum: monitorFields }).array().notNull(),
    details: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('monitor_changes_monitor_id_idx').on(table.monitorId, table.id),
    index('monitor_changes_organization_id_idx').on(table.organizationId, table.createdAt),
    index('monitor_changes_created_at_idx').on(table.createdAt),
  ],
)

export const suspectedRegisters = pgTable('suspected_registers', {
  register: text().primaryKey(),
  confirmedAt: instant(),
})
