const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether the day exists in that month of that year. A two-digit year stands for its leap years alone. */
export function isDate(year: number, month: number, day: number): boolean {
  const longest = monthDays[month - 1]
  if (longest === undefined || day < 1 || day > longest) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year < 100 || year % 100 !== 0 || year % 400 === 0))
}

export function isoDate(year: string, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
