export type Cell = string | number | null

export const csvLine = (cells: readonly Cell[], delimiter = ','): string =>
  `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`

/**
 * A semicolon ends a cell in many locales. East Asian spreadsheets accept full-width signs. Some skip blanks and invisible
 * characters before a sign.
 */
const FORMULA = /(^|;"*)(?=[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/gu

export const withoutApostrophes = (text: string): string =>
  text.replace(/(^|;"*)'(?=[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/gu, '$1')

const NUMBER = /^[+-]?\d[\d., ]*$/

/** Prefixes formulas with an apostrophe: https://owasp.org/www-community/attacks/CSV_Injection */
function csvCell(value: Cell, delimiter: string): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = NUMBER.test(value) ? value : value.replace(FORMULA, "$1'")
  return /[",\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
