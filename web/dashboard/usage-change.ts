import { type ActivityDay, CHART_DAYS } from '#worker/activity/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { results } from '#worker/validation/contract.ts'

export type UsageChange = {
  counted: number
  before: number
  direction: 'increase' | 'decrease' | 'neutral'
  percent: number | undefined
}

const DAY = 86_400_000

const countedIn = (days: readonly ActivityDay[]) =>
  days.reduce((sum, { counts }) => sum + results.reduce((calls, result) => calls + counts[result], 0), 0)

function directionOf(difference: number): UsageChange['direction'] {
  if (difference === 0) return 'neutral'
  return difference > 0 ? 'increase' : 'decrease'
}

/** `days` are whole UTC days, oldest first; the last is today. */
export function usageChange(days: readonly ActivityDay[]): UsageChange {
  const now = countedIn(days.slice(-CHART_DAYS))
  const before = countedIn(days.slice(-2 * CHART_DAYS, -CHART_DAYS))
  const difference = now - before
  return {
    counted: now,
    before,
    direction: directionOf(difference),
    percent: before === 0 ? undefined : Math.round((Math.abs(difference) / before) * 100),
  }
}

export function createdRecently(tokens: readonly Pick<Token, 'createdAt'>[], now: Date): number {
  const since = now.getTime() - CHART_DAYS * DAY
  return tokens.filter(({ createdAt }) => Date.parse(createdAt) > since).length
}
