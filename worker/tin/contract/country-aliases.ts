/** Country codes of VAT numbers and everyday use. */
export const countryAliases: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' }

/** "EL" -> "GR". Other codes stay as they are. */
export const isoCode = (code: string): string => countryAliases[code] ?? code

/** Two letters in front of a number, as in DE136695976, in upper case. They may not be a country code. */
export function lettersBefore(tin: string): string | undefined {
  return /^\s*([A-Za-z]{2})(?=.*\d)/.exec(tin)?.[1]?.toUpperCase()
}
