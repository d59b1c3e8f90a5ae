export const ACTIVITY_DAYS = 60
export const CHART_DAYS = 30
export const CHART_HOURS = 24

/** `unknown` without a verdict, `refused` for any 4xx and 5xx. */
export const outcomes = ['valid', 'invalid', 'unknown', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

export const usageRanges = ['24h', '7d', '30d'] as const
/** 24 hours end with the current one; days are in UTC and end today. */
export type UsageRange = (typeof usageRanges)[number]
