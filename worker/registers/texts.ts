const MAX_TEXT_LENGTH = 500
/** Text beyond this is cut off before anything else reads it. */
export const MAX_RAW_LENGTH = 4_000

export type Text = string | null | undefined

export function cleanText(text: Text): string | null {
  const clean = (text ?? '')
    .slice(0, MAX_RAW_LENGTH)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[ ,;]+|(?<![ ,;])[ ,;]+$/g, '')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Cs}/gu, '')
  // U+FFFD replaces bytes that couldn't be decoded. A name with it would never match.
  return /[\p{L}\p{N}]/u.test(clean) && !clean.includes('\ufffd') ? clean : null
}

export const joinAddress = (...parts: readonly Text[]): string | null =>
  cleanText(
    parts
      .map(cleanText)
      .filter((part) => part !== null)
      .join(', '),
  )

export const joinNames = (...names: readonly Text[]): string => [...new Set(names.filter(Boolean))].join('; ')

export const joinWords = (...parts: readonly Text[]): string => parts.filter(Boolean).join(' ')

export const todayIn = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone })

/** Dates begin with the day or the year, and may have a time. Other texts stay as they are. Zeros and 0001-01-01 are no date. */
export function isoDate(text: Text): Text {
  const date = text
    ?.trim()
    .replace(/^(\d\d)[./-](\d\d)[./-](\d{4})(?=$|[T ])/, '$3-$2-$1')
    .replace(/^(\d{4})[/-](\d\d)[/-](\d\d)(?:[T ][\d:.Z+-]*)?$/, '$1-$2-$3')
  return /^(?:0000-00-00|0001-01-01)/.test(date ?? '') ? null : date
}

export function rocDate(text: Text): string | undefined {
  const [, year, month, day] = /^(\d{2,3})(\d\d)(\d\d)$/.exec(text?.trim() ?? '') ?? []
  return year && `${Number(year) + 1911}-${month}-${day}`
}

/** Some registers list future end dates. Text that is not a date counts as past. */
function dayIn(text: Text): string | undefined {
  const date = isoDate(text)
  return date ? (/^\d{4}-\d\d-\d\d/.exec(date)?.[0] ?? '') : undefined
}

export function isPast(text: Text, timeZone: string): boolean {
  const day = dayIn(text)
  return day !== undefined && day < todayIn(timeZone)
}

export function isTodayOrPast(text: Text, timeZone: string): boolean {
  const day = dayIn(text)
  return day !== undefined && day <= todayIn(timeZone)
}
