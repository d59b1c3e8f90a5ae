import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  /** During a run, the end of its claim. */
  nextRunAt: instant().notNull(),
  startedAt: instant().notNull(),
  finishedAt: instant(),
  succeededAt: instant(),
  succeeded: boolean(),
  /** In a row. */
  failures: integer().notNull().default(0),
  /** The code of the last failure, or the name of its error. */
  error: text(),
  counts: jsonb().$type<Record<string, number>>(),
})
