import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** One row a job of the clock: who may run it when, and what its last run did. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  /** From then on anybody may run it; while it runs, the end of its lease. */
  nextRunAt: instant().notNull(),
  startedAt: instant().notNull(),
  finishedAt: instant(),
  succeededAt: instant(),
  succeeded: boolean(),
  counts: jsonb().$type<Record<string, number>>(),
})
