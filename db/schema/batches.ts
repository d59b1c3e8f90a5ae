import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { batchStates } from '../enums.ts'
import { users } from './accounts.ts'
import { createdAt, instant, oneOf } from './columns.ts'
import { organizationId } from './organizations.ts'

const count = () => integer().notNull().default(0)
const leaseUntil = () => instant().notNull().default(sql`'-infinity'`)

export const batches = pgTable(
  'batches',
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    /** Not a foreign key: the batch outlives its token. */
    tokenId: integer(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    requestId: uuid().notNull(),
    idempotencyId: uuid(),
    name: text(),
    state: text({ enum: batchStates }).notNull(),
    live: boolean().notNull(),
    source: boolean().notNull(),
    fresh: boolean().notNull(),
    maxAge: integer(),
    columns: text(),
    /** The first response of a validation that waits for its register, encrypted. Null for a batch. */
    answer: text(),
    isMonitoring: boolean().notNull().default(false),
    rowCount: count(),
    duplicateCount: count(),
    pendingCount: count(),
    pendingCost: count(),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    retryableCount: count(),
    cost: count(),
    returnedCost: count(),
    /** Decides which month's quota pays. */
    reservedAt: instant(),
    failureCode: text(),
    round: smallint().notNull().default(0),
    createdAt: createdAt(),
    processingAt: instant(),
    /** The last end, also while it is being retried. */
    endedAt: instant(),
    deadlineAt: instant().notNull(),
    retryUntil: instant(),
    expiresAt: instant(),
  },
  (table) => [
    index('batches_organization_id_created_at_idx').on(table.organizationId, table.createdAt, table.id),
    index('batches_listed_idx')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.answer} is null and not ${table.isMonitoring}`),
    index('batches_request_id_idx').on(table.requestId),
    index('batches_in_progress_idx')
      .on(table.organizationId)
      .where(sql`${table.state} in ('receiving', 'processing')`),
    unique('batches_idempotency_id_key').on(table.idempotencyId),
    index('batches_expires_at_idx').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
    index('batches_monitoring_idx').on(table.state).where(sql`${table.isMonitoring}`),
    index('batches_created_by_idx').on(table.createdBy),
    oneOf('batches_state_is_known', table.state, batchStates),
    check(
      'batches_counts_are_not_negative',
      sql`least(${table.pendingCount}, ${table.pendingCost}, ${table.retryableCount}) >= 0`,
    ),
    check('batches_returned_cost_is_possible', sql`${table.returnedCost} between 0 and ${table.cost}`),
  ],
)

const batchId = () =>
  text()
    .notNull()
    .references(() => batches.id, { onDelete: 'cascade' })

/** Up to 500 rows. `input` is deleted when `results` is written. Rows that need a register move to `batch_lookups`. */
export const batchChunks = pgTable(
  'batch_chunks',
  {
    batchId: batchId(),
    number: smallint().notNull(),
    input: text(),
    results: text(),
    attempt: smallint().notNull().default(0),
    leaseUntil: leaseUntil(),
  },
  (table) => [primaryKey({ name: 'batch_chunks_key', columns: [table.batchId, table.number] })],
)

export const batchRegisters = pgTable('batch_registers', {
  register: text().primaryKey(),
  turn: integer().notNull().default(0),
  leaseUntil: leaseUntil(),
  nextAt: instant().notNull().defaultNow(),
})

export const batchPartitions = pgTable(
  'batch_partitions',
  {
    batchId: batchId(),
    register: text().notNull(),
    organizationId: text().notNull(),
    waiting: integer().notNull(),
    reason: text().notNull(),
    nextAt: instant().notNull().defaultNow(),
    servedAt: instant().notNull().default(sql`'-infinity'`),
  },
  (table) => [
    primaryKey({ name: 'batch_partitions_key', columns: [table.batchId, table.register] }),
    index('batch_partitions_waiting_idx')
      .on(table.register, table.organizationId)
      .where(sql`${table.waiting} > 0`),
    index('batch_partitions_served_at_idx').on(table.register, table.organizationId, table.servedAt),
    index('batch_partitions_due_idx').on(table.nextAt).where(sql`${table.waiting} > 0`),
    check('batch_partitions_waiting_is_not_negative', sql`${table.waiting} >= 0`),
  ],
)

export const batchLookups = pgTable(
  'batch_lookups',
  {
    batchId: text().notNull(),
    register: text().notNull(),
    chunk: smallint().notNull(),
    rows: text().notNull(),
    pending: smallint().notNull(),
    answered: smallint().notNull().default(0),
    unanswered: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'batch_lookups_key', columns: [table.batchId, table.register, table.chunk] }),
    foreignKey({
      name: 'batch_lookups_batch_partitions_fk',
      columns: [table.batchId, table.register],
      foreignColumns: [batchPartitions.batchId, batchPartitions.register],
    }).onDelete('cascade'),
    check('batch_lookups_pending_is_not_negative', sql`${table.pending} >= 0`),
  ],
)
