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
  failures: integer().notNull().default(0),
  error: text(),
  counts: jsonb().$type<Record<string, number>>(),
})
