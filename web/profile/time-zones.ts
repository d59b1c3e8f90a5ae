import type { ComboboxOption } from '#web/ui/filter-options.ts'

export const BROWSER_ZONE = 'browser'

const readable = (name: string) => name.replaceAll('_', ' ')

function offsetOf(timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}

/** The browser's zone first, then UTC and all others by name. */
export function timeZoneOptions(browserZone: string, names: readonly string[], now: Date): ComboboxOption[] {
  const zones = ['UTC', ...names.filter((name) => name !== 'UTC')]
  return [
    { value: BROWSER_ZONE, label: `Browser's time zone (${readable(browserZone)})`, keywords: ['default'] },
    ...zones.map((name) => ({
      value: name,
      label: name === 'UTC' ? name : `${readable(name)} (${offsetOf(name, now)})`,
      keywords: [name],
    })),
  ]
}
