import { lettersBefore } from '#worker/tin/contract/country-aliases.ts'

export const MAX_LIST = 20

export type ListRow = { line: number; text: string; countryCode: string | undefined; tin: string }

const separated = /^([A-Za-z]{2})[\s,;:]+(.+)$/

/** One number per line, with its country in front of it, or in a cell before it. */
export function listRows(
  text: string,
  isCountry: (code: string) => boolean,
  defaultCountry: string | undefined,
): ListRow[] {
  return text
    .split(/\r?\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
    .map(({ line, text }) => ({ line, ...rowOf(text, isCountry, defaultCountry) }))
}

function rowOf(
  text: string,
  isCountry: (code: string) => boolean,
  defaultCountry: string | undefined,
): Omit<ListRow, 'line'> {
  const [, cell, rest = ''] = separated.exec(text) ?? []
  const code = cell?.toUpperCase()
  if (code !== undefined && isCountry(code)) return { text, countryCode: code, tin: rest.trim() }
  const prefix = lettersBefore(text)
  const countryCode = prefix !== undefined && isCountry(prefix) ? prefix : defaultCountry
  return { text, countryCode, tin: text }
}
