const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A two-digit year only decides whether it is a leap year. */
export function isDate(year: number, month: number, day: number): boolean {
  const longest = monthDays[month - 1]
  if (longest === undefined || day < 1 || day > longest) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year < 100 || year % 100 !== 0 || year % 400 === 0))
}

/** With a note if the year has only two digits. */
export function isoDate(year: number | string, month: number, day: number): string {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return String(year).length > 2 ? date : `${date} (century not stated)`
}
