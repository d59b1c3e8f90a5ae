import { ACTIVITY_PAGE_SIZE, type Activity } from '#worker/activity/contract.ts'

/** How this period compares with the one before it. `percent` is signed and rounded. */
export type UsageChange =
  | { direction: 'increase' | 'decrease' | 'neutral'; percent: number; period: string }
  | { direction: 'neutral'; percent: undefined; period: undefined }

type Window = { period: string; start: number; previousStart: number; previousEnd: number }

const DAY = 86_400_000
const nothing: UsageChange = { direction: 'neutral', percent: undefined, period: undefined }

/** The periods to compare, the widest first. Months are those of the quota: they begin at 00:00 UTC. */
function windows(now: Date): Window[] {
  const at = now.getTime()
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const previousStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)
  return [
    {
      period: 'against the same days last month',
      start,
      previousStart,
      previousEnd: Math.min(start, previousStart + (at - start)),
    },
    {
      period: 'last 7 days against the 7 before',
      start: at - 7 * DAY,
      previousStart: at - 14 * DAY,
      previousEnd: at - 7 * DAY,
    },
    {
      period: 'last 24 hours against the 24 before',
      start: at - DAY,
      previousStart: at - 2 * DAY,
      previousEnd: at - DAY,
    },
  ]
}

/**
 * Compares the counted validations of the widest period that the activity list covers whole with the same stretch
 * before it. The list holds at most {@link ACTIVITY_PAGE_SIZE} calls, so a busy month is compared by week or day.
 * Neutral without figures when there was nothing before.
 */
export function usageChange(activity: readonly Activity[], now: Date): UsageChange {
  const times = activity.map((call) => Date.parse(call.createdAt))
  const covered = activity.length < ACTIVITY_PAGE_SIZE ? Number.NEGATIVE_INFINITY : Math.min(...times)
  const counted = activity
    .filter((call) => call.status < 400 && call.endpoint.endsWith('/validate'))
    .map((call) => Date.parse(call.createdAt))
  const within = (from: number, to: number) => counted.filter((time) => time >= from && time < to).length

  const window = windows(now).find(({ previousStart }) => previousStart >= covered)
  const before = window ? within(window.previousStart, window.previousEnd) : 0
  if (!window || before === 0) return nothing
  const percent = Math.round(((within(window.start, now.getTime() + 1) - before) / before) * 100)
  return { direction: directionOf(percent), percent, period: window.period }
}

function directionOf(percent: number): 'increase' | 'decrease' | 'neutral' {
  if (percent === 0) return 'neutral'
  return percent > 0 ? 'increase' : 'decrease'
}
