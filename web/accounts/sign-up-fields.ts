export type Dial = { country: string; code: string }

export type SignUpFields = { email: string; dial: Dial; phone: string; terms: boolean }

export const defaultDial: Dial = { country: 'US', code: '+1' }

const MIN_DIGITS = 4
const MAX_DIGITS = 15

const compact = (typed: string) => typed.replace(/[\s\-()]/g, '')

/** `+49` and `171 234-5678` become `+491712345678`. A number typed with its own plus sign stays as it is. */
export function joinPhone(dialCode: string, typed: string): string | undefined {
  const number = compact(typed)
  if (number === '') return undefined
  return number.startsWith('+') ? number : `${dialCode}${number}`
}

export const isPhone = (typed: string): boolean =>
  typed.trim() === '' || new RegExp(`^\\+?\\d{${MIN_DIGITS},${MAX_DIGITS}}$`).test(compact(typed))
