import { crc32 } from 'node:zlib'
import { BASE62, hashToken, randomBase62 } from '#worker/lib/crypto.ts'

type Prefix = 'tp_live_' | 'tp_project_'
const TOKEN_PREFIX = 'tp_live_'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const shape = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

export type GeneratedToken = { token: string; tokenHash: string; prefix: string; lastFour: string }

/**
 * A prefix, 30 random base62 characters (178 bits) and their CRC-32 in 6 more, as in GitHub's tokens. The checksum
 * rejects mistyped tokens without a lookup.
 */
export function generateToken(prefix: Prefix = TOKEN_PREFIX): GeneratedToken {
  const random = randomBase62(RANDOM_LENGTH)
  return tokenParts(`${prefix}${random}${checksum(random)}`, prefix)
}

export function tokenParts(token: string, prefix: Prefix = TOKEN_PREFIX): GeneratedToken {
  return { token, tokenHash: hashToken(token), prefix, lastFour: token.slice(-4) }
}

export function isWellFormedToken(text: string): boolean {
  if (!shape.test(text)) return false
  const random = text.slice(TOKEN_PREFIX.length, TOKEN_PREFIX.length + RANDOM_LENGTH)
  return text.endsWith(checksum(random))
}

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    encoded = BASE62.charAt(rest % BASE62.length) + encoded
    rest = Math.floor(rest / BASE62.length)
  }
  return encoded
}
