/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

/**
 * Where a formula would begin: at the start of a text, and after a semicolon in it, at which a spreadsheet of many
 * countries ends the cell, whatever quotes are there. East Asian ones take the wide signs for the others.
 */
const FORMULA = /(^|;"*)(?=[=+\-@\t\r＝＋－＠])/g

/** A text that a spreadsheet would run as a formula gets an apostrophe before it: https://owasp.org/www-community/attacks/CSV_Injection */
function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(FORMULA, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
