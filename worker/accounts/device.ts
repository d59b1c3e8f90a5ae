/** Browsers tell the names of those that they descend from too: the first that fits is the one. */
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

const firstOf = (userAgent: string, names: readonly (readonly [sign: string, name: string])[]) =>
  names.find(([sign]) => userAgent.includes(sign))?.[1]

/** A `User-Agent` in words, "Chrome on Windows". Nothing of the text itself comes through: callers write it. */
export function deviceOf(userAgent: string | null): string {
  const browser = firstOf(userAgent ?? '', BROWSERS)
  const system = firstOf(userAgent ?? '', SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
