export const csvLine = (cells: readonly (string | number | null)[], delimiter = ','): string =>
  `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`

/** A semicolon ends a cell in many locales. East Asian spreadsheets accept full-width signs. */
const FORMULA = /(^|;"*)(?=[=+\-@\t\r＝＋－＠])/g

/** Prefixes formulas with an apostrophe: https://owasp.org/www-community/attacks/CSV_Injection */
function csvCell(value: string | number | null, delimiter: string): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(FORMULA, "$1'")
  return /[",\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
