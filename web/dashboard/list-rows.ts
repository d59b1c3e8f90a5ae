export const MAX_LIST = 20

export type ListRow = { text: string; countryCode: string | undefined; tin: string }

const separated = /^([A-Za-z]{2})[\s,;:]+(.+)$/
const prefixed = /^([A-Za-z]{2})(?=.*\d)/

/** One number per line, with its country in front of it, or in a cell before it. */
export function listRows(
  text: string,
  isCountry: (code: string) => boolean,
  defaultCountry: string | undefined,
): ListRow[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => rowOf(line, isCountry, defaultCountry))
}

function rowOf(
  text: string,
  isCountry: (code: string) => boolean,
  defaultCountry: string | undefined,
): ListRow {
  const [, cell = '', rest = ''] = separated.exec(text) ?? []
  if (isCountry(cell.toUpperCase())) return { text, countryCode: cell.toUpperCase(), tin: rest.trim() }
  const [, prefix = ''] = prefixed.exec(text) ?? []
  const countryCode = isCountry(prefix.toUpperCase()) ? prefix.toUpperCase() : defaultCountry
  return { text, countryCode, tin: text }
}
