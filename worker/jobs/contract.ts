export const jobIntervalMinutes = {
  'correct-counters': 1,
  'queue-quota-emails': 1,
  'queue-card-emails': 60,
  'queue-monitor-digests': 60,
  'remind-two-factor': 60,
  'send-emails': 1,
  'settle-payments': 1,
  'end-grace-periods': 5,
  'compare-new-payments': 5,
  'compare-subscriptions': 1440,
  'compare-transactions': 1440,
  'count-usage': 5,
  'delete-due-tokens': 1,
  'reencrypt-secrets': 60,
  'delete-old-rows': 60,
  'delete-old-activity': 60,
  'write-dead-calls': 60,
  'continue-batches': 1,
  'check-monitors': 1,
  'sign-records': 1,
  'delete-expired-records': 60,
  'delete-organizations': 5,
  'check-redis': 1,
  'record-slots': 5,
  'alert-operator': 1,
  'deliver-webhooks': 1,
  'record-outages': 1,
  'record-api-incidents': 1,
  'record-status-days': 15,
  'publish-status': 1,
} as const

/** Without a run for this long, the database or the cron was down. */
export const SILENCE_MS = 600_000

export type JobName = keyof typeof jobIntervalMinutes
export const jobNames = Object.keys(jobIntervalMinutes) as JobName[]

export type JobCounts = Record<string, number>

export type JobRun = {
  name: JobName
  lastRunAt: string | null
  lastSuccessAt: string | null
  succeeded: boolean | null
  failures: number
  error: string | null
  milliseconds: number | null
}
