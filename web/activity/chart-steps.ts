import { formatDay, formatHour, formatWeekday, formatWeekdayHour } from '#web/lib/format.ts'
import type { ActivityDay, ActivityHour, OutcomeCounts } from '#worker/activity/contract.ts'

export const WEEK = 7
const HOURS_PER_MARK = 6

/** An hour or a day of the chart. `mark` is its text on the axis, if it has one. */
export type Step = {
  at: string
  name: string
  longName: string
  mark: string | undefined
  counts: OutcomeCounts
}

const isMarked = (index: number, count: number, every: number) => (count - 1 - index) % every === 0

export const daySteps = (days: readonly ActivityDay[]): Step[] =>
  days.map(({ day, counts }, index) => ({
    at: day,
    name: formatDay(day),
    longName: formatWeekday(day),
    mark: isMarked(index, days.length, days.length > WEEK ? WEEK : 1) ? formatDay(day) : undefined,
    counts,
  }))

export const hourSteps = (hours: readonly ActivityHour[]): Step[] =>
  hours.map(({ hour, counts }, index) => ({
    at: hour,
    name: formatWeekdayHour(hour),
    longName: formatWeekdayHour(hour),
    mark: isMarked(index, hours.length, HOURS_PER_MARK) ? formatHour(hour) : undefined,
    counts,
  }))
