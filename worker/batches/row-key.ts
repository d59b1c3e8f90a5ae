import { countryAliases } from '#worker/tin/country-aliases.ts'

/** Rows with the same key are one validation, also if only one of the numbers begins with its country. */
export function rowKey(country: string, tin: string, type = ''): string {
  const code = countryAliases[country] ?? country
  const text = tin.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  const letters = text.slice(0, 2)
  const isPrefix = (countryAliases[letters] ?? letters) === code
  return `${code} ${type.toLowerCase()} ${isPrefix ? text.slice(2) : text}`
}
