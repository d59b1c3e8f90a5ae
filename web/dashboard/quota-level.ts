import {
  QUOTA_CRITICAL_PERCENT,
  QUOTA_WARNING_PERCENT,
  type Quota,
  quotaPercentage,
} from '#worker/organizations/contract.ts'

export type QuotaLevel = 'normal' | 'warning' | 'critical'

/** Strictly above 80 % warns, strictly above 90 % is critical. */
export function quotaLevel(quota: Quota | undefined): QuotaLevel {
  const percent = quotaPercentage(quota)
  if (percent > QUOTA_CRITICAL_PERCENT) return 'critical'
  return percent > QUOTA_WARNING_PERCENT ? 'warning' : 'normal'
}
