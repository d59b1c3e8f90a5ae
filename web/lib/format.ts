import { shownTimeZone } from './time-zone.ts'

const numbers = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const instantStyles = {
  date: { dateStyle: 'medium' },
  longDate: { dateStyle: 'long' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  instant: { dateStyle: 'full', timeStyle: 'long' },
  hour: { hour: 'numeric', minute: '2-digit' },
  zonedHour: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  weekday: { weekday: 'short' },
  day: { month: 'short', day: 'numeric', timeZone: 'UTC' },
  dayWithWeekday: { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
} as const
const instantFormats = new Map<string, Intl.DateTimeFormat>()
const relatives = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

type Instant = string | Date

/** Adds the period, unless the text ends with a name such as "Acme Inc.". */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.')

export const formatNumber = (value: number): string => numbers.format(value)

export const formatCompact = (value: number): string => compact.format(value)

export const formatDollars = (value: number): string => dollars.format(value)

export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(amount))

function formatIn(style: keyof typeof instantStyles, instant: Instant): string {
  const timeZone = shownTimeZone()
  const key = `${style} ${timeZone}`
  const format =
    instantFormats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...instantStyles[style] })
  instantFormats.set(key, format)
  return format.format(new Date(instant))
}

export const formatDate = (instant: Instant): string => formatIn('date', instant)

export const formatLongDate = (instant: Instant): string => formatIn('longDate', instant)

export const formatDateTime = (instant: Instant): string =>
  formatIn('dateTime', instant).replace(/ (?=.M$)/, '\u00a0')

export const formatInstant = (instant: Instant): string => formatIn('instant', instant)

/** "2026-11-20" -> "Nov 20", in UTC. */
export const formatDay = (day: string): string => formatIn('day', day)

export const formatWeekday = (day: string): string => formatIn('dayWithWeekday', day)

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function formatRelative(instant: Instant, now: Date = new Date()): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (!step) return 'just now'
  const [unit, size] = step
  return relatives.format(Math.trunc(seconds / size), unit)
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${numbers.format(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`
}

export function mailto(address: string, subject: string, body: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** "ada.lovelace@x" -> "AL", "ada@x" -> "AD", none -> "U". */
export function initials(email: string | null | undefined): string {
  const local = email?.split('@')[0] ?? ''
  const parts = local.split('.')
  const [first, second] = parts
  if (parts.length === 2 && first && second) return `${first[0]}${second[0]}`.toUpperCase()
  const letters = local.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)
  return letters === '' ? 'U' : letters.toUpperCase()
}

type PersonName = { firstName: string | null; lastName: string | null }

export const fullName = ({ firstName, lastName }: PersonName): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** In the user's time zone: "5 PM", or "5:30 PM" where hours start at half past in UTC. */
export const formatHour = (instant: Instant): string => formatIn('hour', instant).replace(':00', '')

/** "5 PM EDT" */
export const formatZonedHour = (instant: Instant): string => formatIn('zonedHour', instant).replace(':00', '')

/** "Fri, 5 PM" */
export const formatWeekdayHour = (instant: Instant): string =>
  `${formatShortWeekday(instant)}, ${formatHour(instant)}`

export const formatShortWeekday = (instant: Instant): string => formatIn('weekday', instant)
