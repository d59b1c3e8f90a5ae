const MAX_CARD_LENGTH = 19
const EXPIRY_DIGITS = 4
const CVC_DIGITS = 3

const digitsOf = (text: string) => text.replace(/\D/g, '')

export const formatCardNumber = (text: string): string =>
  (digitsOf(text).match(/.{1,4}/g) ?? []).join(' ').slice(0, MAX_CARD_LENGTH)

/** "1230" -> "12/30". The slash waits for the third digit, so that it can be deleted. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, EXPIRY_DIGITS)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

export const formatCvc = (text: string): string => digitsOf(text).slice(0, CVC_DIGITS)
