/** Order matters: browsers also send the names of browsers they are based on. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Opera', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['YaBrowser/', 'Yandex Browser'],
  ['Vivaldi/', 'Vivaldi'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const

const firstOf = (userAgent: string, names: readonly (readonly [pattern: string, name: string])[]) =>
  names.find(([pattern]) => userAgent.includes(pattern))?.[1]

/** The result never contains text from the header, which clients control. */
export function deviceOf(userAgent: string | null): string {
  const browser = firstOf(userAgent ?? '', BROWSERS)
  const system = firstOf(userAgent ?? '', SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
