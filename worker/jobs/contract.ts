export const jobNames = [
  'correct-counters',
  'queue-quota-emails',
  'queue-card-emails',
  'send-billing-details',
  'send-emails',
  'settle-payments',
  'end-grace-periods',
  'compare-subscriptions',
  'compare-transactions',
  'roll-quotas',
  'count-usage',
  'delete-due-tokens',
  'expire-invitations',
  'clear-sign-ins',
  'reencrypt-secrets',
  'delete-old-activity',
  'continue-batches',
  'delete-old-batches',
  'delete-old-audit-entries',
  'delete-expired-receipts',
  'delete-idempotency-keys',
  'delete-organizations',
  'delete-old-support-requests',
  'record-outages',
  'record-api-incidents',
  'record-status-days',
  'publish-status',
] as const
export type JobName = (typeof jobNames)[number]

export type JobCounts = Record<string, number>

export type JobRun = {
  name: JobName
  lastRunAt: string | null
  lastSuccessAt: string | null
  succeeded: boolean | null
}
