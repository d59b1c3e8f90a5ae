const MAX_TEXT_LENGTH = 500
/** Text beyond this is cut off before anything else reads it. */
export const MAX_RAW_LENGTH = 4_000

export type Text = string | null | undefined

export function cleanText(text: Text): string | null {
  const clean = (text ?? '')
    .slice(0, MAX_RAW_LENGTH)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[ ,;]+|(?<![ ,;])[ ,;]+$/g, '')
    .slice(0, MAX_TEXT_LENGTH)
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null
}

export const joinAddress = (...parts: readonly Text[]): string | null =>
  cleanText(
    parts
      .map(cleanText)
      .filter((part) => part !== null)
      .join(', '),
  )

/** Of a list of names in a fact. */
export const joinNames = (...names: readonly Text[]): string => [...new Set(names.filter(Boolean))].join('; ')

export const joinWords = (...parts: readonly Text[]): string => parts.filter(Boolean).join(' ')

export const todayIn = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone })

/** Of a date that begins with the day. */
export function isoDate(text: Text): Text {
  const [, day, month, year] = /^\s*(\d\d)[./-](\d\d)[./-](\d{4})/.exec(text ?? '') ?? []
  return year ? `${year}-${month}-${day}` : text
}

export function rocDate(text: Text): string | undefined {
  const [, year, month, day] = /^(\d{2,3})(\d\d)(\d\d)$/.exec(text?.trim() ?? '') ?? []
  return year && `${Number(year) + 1911}-${month}-${day}`
}

/** Some registers list future end dates, or zeros in place of none. Text that is not a date counts as past. */
function dayIn(text: Text): string | undefined {
  const day = isoDate(text)?.trim()
  if (!day || day.startsWith('0000')) return undefined
  return /^\d{4}-\d\d-\d\d/.exec(day)?.[0] ?? ''
}

export function isPast(text: Text, timeZone: string): boolean {
  const day = dayIn(text)
  return day !== undefined && day < todayIn(timeZone)
}

export function isTodayOrPast(text: Text, timeZone: string): boolean {
  const day = dayIn(text)
  return day !== undefined && day <= todayIn(timeZone)
}
