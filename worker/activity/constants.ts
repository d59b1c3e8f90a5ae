import { results } from '#worker/validation/constants.ts'

export const ACTIVITY_DAYS = 60
export const CHART_DAYS = 30
export const CHART_HOURS = 24
export const HISTORY_SIZE = 50

/** The result of a validation; `refused` for any 4xx and 5xx. */
export const outcomes = [...results, 'refused'] as const
export type Outcome = (typeof outcomes)[number]
export type OutcomeCounts = Record<Outcome, number>

export const noCalls: Readonly<OutcomeCounts> = {
  confirmed: 0,
  different_name: 0,
  format_only: 0,
  unconfirmed: 0,
  invalid: 0,
  unsupported: 0,
  refused: 0,
}

export const usageRanges = ['24h', '7d', '30d'] as const
/** 24 hours end with the current one; days are in UTC and end today. */
export type UsageRange = (typeof usageRanges)[number]
