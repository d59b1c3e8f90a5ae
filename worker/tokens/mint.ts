import { hashToken, randomBase62 } from '#worker/lib/crypto.ts'

/**
 * A prefix that tells what the value is for, 30 base62 characters (178 bits), and the CRC-32 of them in 6 base62
 * characters, so that a typed or cut token is told from a revoked one without any look-up, as GitHub's tokens do.
 */
type Prefix = 'tp_live_' | 'tp_project_'
const TOKEN_PREFIX = 'tp_live_'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

export type MintedToken = { token: string; tokenHash: string; prefix: string; lastFour: string }

/** A new API token, or the key of a project: the value to show once, and what may be stored of it. */
export function mintToken(prefix: Prefix = TOKEN_PREFIX): MintedToken {
  const random = randomBase62(RANDOM_LENGTH)
  return storableToken(`${prefix}${random}${checksum(random)}`, prefix)
}

/** What may be stored of a token. */
export function storableToken(token: string, prefix: Prefix = TOKEN_PREFIX): MintedToken {
  return { token, tokenHash: hashToken(token), prefix, lastFour: token.slice(-4) }
}

/** Whether the text can be an API token at all, by its shape and checksum. */
export function isWellFormedToken(text: string): boolean {
  if (!shape.test(text)) return false
  const random = text.slice(TOKEN_PREFIX.length, TOKEN_PREFIX.length + RANDOM_LENGTH)
  return text.endsWith(checksum(random))
}

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    encoded = ALPHABET.charAt(rest % ALPHABET.length) + encoded
    rest = Math.floor(rest / ALPHABET.length)
  }
  return encoded
}

/** CRC-32 of ISO 3309, over ASCII. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
