/** What the clock does, in the order in which it is told. */
export const jobNames = [
  'write-late-calls',
  'send-mails',
  'roll-quotas',
  'delete-due-tokens',
  'expire-invitations',
  'clear-sign-ins',
  'delete-old-activity',
] as const
export type JobName = (typeof jobNames)[number]

/** What a run did, by what was done: `{ sent: 3 }`. */
export type JobCounts = Record<string, number>

/** When a job last began and when it last succeeded; all null before its first run. What it did is nobody's business. */
export type JobRun = {
  name: JobName
  lastRunAt: string | null
  lastSuccessAt: string | null
  /** Whether the last run that ended did so without a failure. */
  succeeded: boolean | null
}
