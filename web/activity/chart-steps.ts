import {
  formatCount,
  formatDay,
  formatHour,
  formatNumber,
  formatShortWeekday,
  formatWeekday,
  formatZonedHour,
} from '#web/lib/format.ts'
import { resultLooks } from '#web/results/index.ts'
import {
  type ActivityDay,
  type ActivityHour,
  type OutcomeCounts,
  outcomes,
} from '#worker/activity/contract.ts'
import { callsOf } from './chart-scale.ts'

export const WEEK = 7
const HOURS_PER_MARK = 6
const HOUR_MS = 3_600_000

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

/** On the day that the clock changes, an hour may occur twice, so hours have their zone then: "1 AM EDT". */
export function hourSteps(hours: readonly ActivityHour[]): Step[] {
  const zones = new Set(hours.map(({ hour }) => formatZonedHour(hour).split(' ').at(-1)))
  const format = zones.size > 1 ? formatZonedHour : formatHour
  return hours.map(({ hour, counts }, index) => {
    const day = formatShortWeekday(hour)
    const end = format(new Date(Date.parse(hour) + HOUR_MS))
    return {
      at: hour,
      name: `${day}, ${format(hour)}`,
      longName: `${day}, ${format(hour)} to ${end}`,
      mark: isMarked(index, hours.length, HOURS_PER_MARK) ? formatHour(hour) : undefined,
      counts,
    }
  })
}

export function sentenceOf({ longName, counts }: Step): string {
  const total = callsOf(counts)
  if (total === 0) return `No calls on ${longName}.`
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatNumber(counts[outcome])} ${resultLooks[outcome].word}`)
  return `${formatCount(total, 'call')} on ${longName}: ${list.format(parts)}.`
}

const list = new Intl.ListFormat('en-US')
