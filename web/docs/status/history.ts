import { formatLength } from '#web/lib/format-length.ts'
import { type CutOffs, type Health, healthOfShare } from '#worker/registers/contract/health.ts'
import type { ComponentHistory, Incident, StatusHistory } from '#worker/status/contract.ts'
import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const numbers = new Intl.NumberFormat('en-US')
const regions = new Intl.DisplayNames('en-US', { type: 'region' })
const lists = new Intl.ListFormat('en-US')
const formatIn = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (instant: string) => format.format(new Date(instant))
}
const shortDay = formatIn({ month: 'short', day: 'numeric' })
const time = formatIn({ timeStyle: 'short' })

export const formatLongDay = formatIn({ weekday: 'long', month: 'long', day: 'numeric' })

export const formatAt = (instant: string): string => `${shortDay(instant)}, ${time(instant)} UTC`

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const dayOf = (instant: string) => instant.slice(0, 10)

const count = (amount: number, one: string, many = `${one}s`) =>
  `${numbers.format(amount)} ${amount === 1 ? one : many}`

/** VIES calls Greece EL. XI is Northern Ireland. */
const countryOf = (part: string) =>
  countryInSentence({ EL: 'Greece', XI: 'Northern Ireland' }[part] ?? regions.of(part) ?? part)

const MAX_NAMED = 4

const placesOf = (parts: readonly string[], maxNamed = MAX_NAMED) =>
  parts.length > maxNamed ? count(parts.length, 'country', 'countries') : lists.format(parts.map(countryOf))

/** Cron writes the status every minute. Caches keep it for up to three more. */
const OUTDATED = 10 * MINUTE

export const isOutdated = ({ at }: StatusHistory, now: number): boolean => Date.parse(at) + OUTDATED < now

export type Headline = { text: string; state: Exclude<Health, 'poor'> }

export function headlineOf(history: StatusHistory, now: number): Headline {
  const { at, api, registers, incidents } = history
  if (isOutdated(history, now)) return { text: `No update since ${formatAt(at)}`, state: 'down' }
  const open = incidents.filter(({ endedAt }) => endedAt === null)
  const [first] = open
  if (open.some(({ component }) => component === api.id))
    return { text: 'API calls are failing', state: 'down' }
  if (open.length > 1) return { text: `${open.length} registers aren't responding`, state: 'down' }
  if (first) {
    const where = first.openParts.length > 0 ? ` in ${placesOf(first.openParts, 1)}` : ''
    return { text: `${first.name} isn't responding${where}`, state: 'down' }
  }
  if (api.days.length + registers.length === 0) return { text: 'No calls yet', state: 'unknown' }
  const responding = [
    calledLately([api], at) > 0 && 'the API',
    calledLately(registers, at) > 0 && 'all registers',
  ].filter((name) => name !== false)
  if (responding.length === 0)
    return { text: 'No known incidents, and no calls since yesterday', state: 'unknown' }
  const verb = responding[0] === 'the API' && responding.length === 1 ? 'is' : 'are'
  return { text: `${capitalize(lists.format(responding))} ${verb} responding`, state: 'ok' }
}

export function calledLately(components: readonly ComponentHistory[], at: string): number {
  const yesterday = dayOf(new Date(Date.parse(at) - DAY).toISOString())
  return components.filter(({ days }) => days.some(({ day }) => day >= yesterday)).length
}

/** Of the API. A share below `poor` for five minutes is an incident. */
export const apiCutOffs: CutOffs = { ok: 0.999, poor: 0.95 }

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export function legendOf(cutOffs: CutOffs): [Health, string][] {
  const [ok, poor] = [percent.format(cutOffs.ok), percent.format(cutOffs.poor)]
  return [
    ['ok', `${ok} or more succeeded`],
    ['poor', `${poor} to ${ok}`],
    ['down', `less than ${poor}`],
    ['unknown', 'no calls'],
  ]
}

export type DayBar = { label: string; health: Health; text: string }

/** Never rounded up to 100%. */
const formatShare = (answered: number, calls: number) =>
  `${Math.floor((answered / calls) * 1000 + 1e-9) / 10}%`

export const describeDays = (days: ComponentHistory['days']): string => {
  const calls = days.reduce((sum, day) => sum + day.calls, 0)
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  return calls === 0 ? 'no calls' : `${formatShare(answered, calls)} of ${count(calls, 'call')} succeeded`
}

export function barsOf(
  { days }: Pick<ComponentHistory, 'days'>,
  { at, length, cutOffs }: { at: string; length: number; cutOffs: CutOffs },
): DayBar[] {
  const byDay = new Map(days.map((each) => [each.day, each]))
  return Array.from({ length }, (_, index) => {
    const day = dayOf(new Date(Date.parse(at) - (length - 1 - index) * DAY).toISOString())
    const known = byDay.get(day)
    const label = shortDay(day)
    const share = known && known.calls > 0 ? known.answered / known.calls : null
    return {
      label,
      health: healthOfShare(share, cutOffs),
      text: `${label}: ${describeDays(known ? [known] : [])}`,
    }
  })
}

export function sortRegisters({ registers, incidents }: StatusHistory): ComponentHistory[] {
  const down = new Set(incidents.filter(({ endedAt }) => endedAt === null).map(({ component }) => component))
  return registers.toSorted(
    (left, right) =>
      Number(down.has(right.id)) - Number(down.has(left.id)) || left.name.localeCompare(right.name, 'en-US'),
  )
}

export type IncidentDay = { day: string; incidents: Incident[] }

export function incidentDays(incidents: readonly Incident[]): IncidentDay[] {
  const days = Map.groupBy(incidents, ({ startedAt }) => dayOf(startedAt))
  return [...days].map(([day, ofDay]) => ({ day, incidents: ofDay }))
}

export const incidentTitle = ({ name, parts }: Incident): string =>
  parts.length > 0 ? `${name} in ${placesOf(parts)}` : name

/** "10:05 AM to 10:19 AM UTC, 14 minutes". One that lasts has lasted until `at`. */
export function incidentTimes({ startedAt, endedAt }: Incident, at: string): string {
  const length = formatLength(Date.parse(endedAt ?? at) - Date.parse(startedAt))
  if (endedAt === null) return `Since ${time(startedAt)} UTC, ${length} so far`
  const end = dayOf(endedAt) === dayOf(startedAt) ? `${time(endedAt)} UTC` : formatAt(endedAt)
  return `${time(startedAt)} to ${end}, ${length}`
}

export function staleNote(copy: StatusHistory | undefined, now: string): string {
  const tried = `Last tried ${formatAt(now)}.`
  if (!copy) return `${tried} This browser has no earlier copy of the status.`
  const age = formatLength(Date.parse(now) - Date.parse(copy.at))
  return `${tried} Below is this browser's last copy, from ${formatAt(copy.at)} (${age} ago).`
}
