import { countryName } from '#web/lib/country-name.ts'
import { formatCount, formatDuration, formatWeekdayHour } from '#web/lib/format.ts'
import { healthOfShare } from '#worker/registers/contract/health.ts'
import type { RegisterCalls, RegisterStatus } from '#worker/registers/contract.ts'

export type RegisterHealth = RegisterStatus['health'] | 'off'

export const healthOf = ({ state, health }: RegisterStatus): RegisterHealth =>
  state === 'off' ? 'off' : health

export type RegisterGroup = { register: RegisterStatus; parts: readonly RegisterStatus[] }

const severity: Readonly<Record<RegisterHealth, number>> = { down: 0, poor: 1, ok: 2, unknown: 3, off: 4 }

const bySeverity = (left: RegisterStatus, right: RegisterStatus) =>
  severity[healthOf(left)] - severity[healthOf(right)]

/** Groups parts with their register. Those in trouble come first, those that are off last. */
export function groupRegisters(registers: readonly RegisterStatus[]): RegisterGroup[] {
  const ids = new Set(registers.map(({ id }) => id))
  const parentOf = ({ id }: RegisterStatus) => {
    const parent = id.slice(0, Math.max(0, id.lastIndexOf(':')))
    return ids.has(parent) ? parent : undefined
  }
  const groups = registers
    .filter((register) => parentOf(register) === undefined)
    .map((register) => ({
      register,
      parts: registers.filter((each) => parentOf(each) === register.id).toSorted(bySeverity),
    }))
  const nameOf = ({ register, parts }: RegisterGroup) => placeOf(register, parts.length)
  return groups.toSorted(
    (left, right) =>
      bySeverity(left.register, right.register) || nameOf(left).localeCompare(nameOf(right), 'en-US'),
  )
}

export const isIdle = ({ lastDay, publishedStatus }: RegisterStatus): boolean =>
  lastDay.calls === 0 && publishedStatus !== 'unavailable'

export const placeOf = (register: RegisterStatus, parts: number): string =>
  parts > 0
    ? `European Union, ${formatCount(parts, 'country', 'countries')}`
    : registerCountry(register.country)

export const registerCountry = (code: string | null): string =>
  code === null ? 'International' : countryName(code)

/** 0.9987 -> "99.8%": never rounded up to 100%. */
export const formatShare = (share: number): string => `${Math.floor(share * 1000 + 1e-9) / 10}%`

export function describeCalls({ calls, answered, milliseconds }: RegisterCalls): {
  value: string
  of: string | undefined
} {
  if (calls === 0) return { value: 'No calls', of: undefined }
  const speed = milliseconds === null ? '' : `, ${formatDuration(milliseconds)}`
  return { value: `${formatShare(answered / calls)}${speed}`, of: formatCount(calls, 'call') }
}

const HOUR = 3_600_000

export type Hour = { at: string; label: string; share: number | null }

export function recentHours({ hours }: RegisterStatus, at: string): Hour[] {
  const current = Math.floor(Date.parse(at) / HOUR) * HOUR
  return hours.map((share, index) => {
    const start = new Date(current - (hours.length - 1 - index) * HOUR)
    return { at: start.toISOString(), label: formatWeekdayHour(start), share }
  })
}

export function describeHours(hours: readonly Hour[]): string {
  const known = hours.filter(({ share }) => share !== null)
  if (known.length === 0) return 'No calls in the last 24 hours'
  const bad = known.filter(({ share }) => healthOfShare(share) !== 'ok')
  const good = known.length - bad.length
  const named = bad.map(({ label, share }) => `${label} ${formatShare(share ?? 0)}`)
  return [
    `Last 24 hours: ${formatCount(good, 'hour')} OK`,
    ...(named.length > 0 ? [`lower success rates: ${named.join(', ')}`] : []),
    ...(known.length < hours.length
      ? [`${formatCount(hours.length - known.length, 'hour')} without calls`]
      : []),
  ].join('; ')
}

export function countByHealth(groups: readonly RegisterGroup[]): Record<RegisterHealth, number> {
  const counts: Record<RegisterHealth, number> = { ok: 0, poor: 0, down: 0, unknown: 0, off: 0 }
  for (const { register } of groups) counts[healthOf(register)] += 1
  return counts
}
