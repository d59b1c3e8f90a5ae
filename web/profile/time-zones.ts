import type { ComboboxOption } from '#web/ui/filter-options.ts'

export const BROWSER_ZONE = 'browser'

/** Many browsers list these zones by their old names. */
const newNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const newName = (name: string) => newNames[name] ?? name

const readable = (name: string) => name.replaceAll('_', ' ')

function offsetOf(timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}

/** The browser's zone first, then UTC and all others by name. A value is the name that this browser knows. */
export function timeZoneOptions(browserZone: string, names: readonly string[], now: Date): ComboboxOption[] {
  const others = names.filter((name) => name !== 'UTC')
  const zones = ['UTC', ...others.sort((one, other) => (newName(one) < newName(other) ? -1 : 1))]
  return [
    {
      value: BROWSER_ZONE,
      label: `Browser's time zone (${readable(newName(browserZone))})`,
      keywords: ['default'],
    },
    ...zones.map((name) => ({
      value: name,
      label: name === 'UTC' ? name : `${readable(newName(name))} (${offsetOf(name, now)})`,
      keywords: [newName(name), name, ...readable(name).split('/')],
    })),
  ]
}

/** The value of a saved zone, which another browser may name differently. */
export const zoneValue = (options: readonly ComboboxOption[], saved: string): string =>
  options.find(({ value }) => newName(value) === newName(saved))?.value ?? saved
