import { confidenceOf, countries, validateTin } from '../index.ts'
import { isoCode, lettersBefore } from './country-aliases.ts'

export type FittingCountries = {
  /** The country that the number begins with, as in BE0403019261. */
  readonly prefixed: string | undefined
  /** ISO codes of the countries where the number passes the strongest check. */
  readonly codes: readonly string[]
}

const strength = { checksum: 2, structure: 1, format: 0 }
/** Written with the separators of a type, as in 12-3456789. */
const USUAL_LAYOUT = 3
/** Of a number that fits nowhere, before its letters say which country it is of. */
const MIN_DIGITS = 5

/** For a number without a country. Zeros are not added: short numbers would fit everywhere. */
export function fittingCountries(tin: string): FittingCountries {
  const letters = lettersBefore(tin) ?? ''
  const prefix = isoCode(letters)
  if (prefix !== '' && strengthIn(prefix, tin) !== undefined) return { prefixed: prefix, codes: [prefix] }

  let best = 0
  let codes: string[] = []
  for (const { code } of countries) {
    const found = strengthIn(code, tin)
    if (found === undefined || found < best) continue
    if (found > best) codes = []
    best = found
    codes.push(code)
  }
  // A mistyped number is still of the country that it names.
  const isMistyped = codes.length === 0 && tin.trim().length > letters.length + MIN_DIGITS
  if (isMistyped && countries.some(({ code }) => code === prefix))
    return { prefixed: prefix, codes: [prefix] }
  return { prefixed: undefined, codes }
}

function strengthIn(country: string, tin: string): number | undefined {
  const match = validateTin(country, tin)
  if (!match.valid || match.warnings.some(({ code }) => code === 'LEADING_ZERO_ADDED')) return undefined
  const typed = tin.trim()
  return match.formatted === typed && /[^0-9A-Za-z]/.test(typed)
    ? USUAL_LAYOUT
    : strength[confidenceOf(match)]
}
