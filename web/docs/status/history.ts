import type { Incident, StatusHistory } from '#worker/status/contract.ts'
import { countryInSentence } from '#worker/tin/country-in-sentence.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type RegisterHistory = StatusHistory['registers'][number]

const numbers = new Intl.NumberFormat('en-US')
const regions = new Intl.DisplayNames('en-US', { type: 'region' })
const lists = new Intl.ListFormat('en-US')
const formatIn = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (instant: string) => format.format(new Date(instant))
}
const shortDay = formatIn({ month: 'short', day: 'numeric' })
const time = formatIn({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const formatLongDay = formatIn({ weekday: 'long', month: 'long', day: 'numeric' })

/** "Nov 22, 19:45 UTC". */
export const formatAt = (instant: string): string => `${shortDay(instant)}, ${time(instant)} UTC`

const dayOf = (instant: string) => instant.slice(0, 10)

const count = (amount: number, one: string, many = `${one}s`) =>
  `${numbers.format(amount)} ${amount === 1 ? one : many}`

/** "2 hours 5 minutes": the two largest units. */
export function formatLength(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute'
  const [days, hours, minutes] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
  ]
  const parts = [
    days > 0 && count(days, 'day'),
    hours > 0 && count(hours, 'hour'),
    days === 0 && minutes > 0 && count(minutes, 'minute'),
  ]
  return parts.filter(Boolean).join(' ')
}

/** VIES calls Greece EL. XI is Northern Ireland. */
const countryOf = (part: string) =>
  countryInSentence({ EL: 'Greece', XI: 'Northern Ireland' }[part] ?? regions.of(part) ?? part)

const MAX_NAMED = 4

const placesOf = (parts: readonly string[], maxNamed = MAX_NAMED) =>
  parts.length > maxNamed ? count(parts.length, 'country', 'countries') : lists.format(parts.map(countryOf))

export type Headline = { text: string; state: 'ok' | 'down' | 'none' }

export function headlineOf({ at, registers, incidents }: StatusHistory): Headline {
  const open = incidents.filter(({ endedAt }) => endedAt === null)
  const [first] = open
  if (open.length > 1) return { text: `${open.length} registers aren't responding`, state: 'down' }
  if (first) {
    const where = first.openParts.length > 0 ? ` in ${placesOf(first.openParts, 1)}` : ''
    return { text: `${first.name} isn't responding${where}`, state: 'down' }
  }
  if (registers.length === 0) return { text: 'No calls to registers yet', state: 'none' }
  if (calledLately({ at, registers }) === 0)
    return { text: 'No known outages, and no calls since yesterday', state: 'none' }
  return { text: 'All registers are responding', state: 'ok' }
}

/** How many registers we called today or yesterday. */
export function calledLately({ at, registers }: Pick<StatusHistory, 'at' | 'registers'>): number {
  const yesterday = dayOf(new Date(Date.parse(at) - DAY).toISOString())
  return registers.filter(({ days }) => days.some(({ day }) => day >= yesterday)).length
}

export type DayBar = { label: string; state: 'ok' | 'poor' | 'down' | 'none'; text: string }

/** Never rounded up to 100%. */
const formatShare = (answered: number, calls: number) =>
  `${Math.floor((answered / calls) * 1000 + 1e-9) / 10}%`

export const describeDays = (days: RegisterHistory['days']): string => {
  const calls = days.reduce((sum, day) => sum + day.calls, 0)
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  return calls === 0 ? 'no calls' : `${formatShare(answered, calls)} of ${count(calls, 'call')} succeeded`
}

/** Half of the calls or nine in ten, as on the registers screen. */
function stateOf(share: number): DayBar['state'] {
  if (share < 0.5) return 'down'
  return share < 0.9 ? 'poor' : 'ok'
}

/** One for each of the last days, the oldest first. */
export function barsOf({ days }: Pick<RegisterHistory, 'days'>, at: string, length: number): DayBar[] {
  const byDay = new Map(days.map((each) => [each.day, each]))
  return Array.from({ length }, (_, index) => {
    const day = dayOf(new Date(Date.parse(at) - (length - 1 - index) * DAY).toISOString())
    const known = byDay.get(day)
    const label = shortDay(day)
    const text = `${label}: ${describeDays(known ? [known] : [])}`
    if (!known || known.calls === 0) return { label, state: 'none', text }
    return { label, state: stateOf(known.answered / known.calls), text }
  })
}

/** Registers that aren't answering first, then by name. */
export function sortRegisters({ registers, incidents }: StatusHistory): RegisterHistory[] {
  const down = new Set(incidents.filter(({ endedAt }) => endedAt === null).map(({ register }) => register))
  return registers.toSorted(
    (left, right) =>
      Number(down.has(right.id)) - Number(down.has(left.id)) || left.name.localeCompare(right.name, 'en-US'),
  )
}

export type IncidentDay = { day: string; incidents: Incident[] }

/** By the day of their start, in the order of the incidents: newest first. */
export function incidentDays(incidents: readonly Incident[]): IncidentDay[] {
  const days = Map.groupBy(incidents, ({ startedAt }) => dayOf(startedAt))
  return [...days].map(([day, ofDay]) => ({ day, incidents: ofDay }))
}

export const incidentTitle = ({ name, parts }: Incident): string =>
  parts.length > 0 ? `${name} in ${placesOf(parts)}` : name

/** "10:05 to 10:19 UTC, 14 minutes". One that lasts has lasted until `at`. */
export function incidentTimes({ startedAt, endedAt }: Incident, at: string): string {
  const length = formatLength(Date.parse(endedAt ?? at) - Date.parse(startedAt))
  if (endedAt === null) return `Since ${time(startedAt)} UTC, ${length} so far`
  const end = dayOf(endedAt) === dayOf(startedAt) ? `${time(endedAt)} UTC` : formatAt(endedAt)
  return `${time(startedAt)} to ${end}, ${length}`
}

export type Failure = 'offline' | 'unreachable' | 'refused'

const failures: Readonly<Record<Failure, string>> = {
  offline: "You're offline",
  unreachable: "The API isn't responding",
  refused: "The status didn't load",
}

export const failureText = (failure: Failure): string => failures[failure]

/** `now` is the time of the attempt that failed. */
export function staleNote(copy: StatusHistory | undefined, now: string): string {
  const tried = `Last tried ${formatAt(now)}.`
  if (!copy) return `${tried} This browser has no earlier copy of the status.`
  const age = formatLength(Date.parse(now) - Date.parse(copy.at))
  return `${tried} Below is this browser's last copy, from ${formatAt(copy.at)} (${age} ago).`
}
