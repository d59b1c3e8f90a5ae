/**
 * Avatar initials from the local part of an e-mail address: one letter of each of two parts split by a dot,
 * else its first two letters; 'U' without an address.
 */
export function initials(email: string | null | undefined): string {
  const local = email?.split('@')[0] ?? ''
  const parts = local.split('.')
  const [first, second] = parts
  if (parts.length === 2 && first && second) return `${first[0]}${second[0]}`.toUpperCase()
  const letters = local.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)
  return letters === '' ? 'U' : letters.toUpperCase()
}
