import type { Month } from './month.ts'

/** A counter outlives its month a little, for calls that ended across midnight. */
const COUNTER_GRACE_SECONDS = 86_400

/** Where Redis counts an organization's calls of a month; the script of the admission makes the same key. */
export const quotaKey = (organizationId: string, month: string) => `quota:${organizationId}:${month}`

/** Until when that counter lives, in seconds since 1970. */
export const counterEnd = (month: Month): number => month.end.getTime() / 1000 + COUNTER_GRACE_SECONDS
