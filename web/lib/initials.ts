/**
 * Avatar initials from the local part of an e-mail address: one letter of each of two parts split by a dot,
 * else its first two letters; 'U' without an address.
 */
export function initials(email: string | null | undefined): string {
  const local = email?.split('@')[0]?.trim() ?? ''
  if (local === '') return 'U'
  const parts = local.split('.')
  const [first, second] = parts
  if (parts.length === 2 && first && second) return `${first[0]}${second[0]}`.toUpperCase()
  return local.slice(0, 2).toUpperCase()
}
