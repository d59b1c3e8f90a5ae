import { createHash } from 'node:crypto'
import { randomBase62 } from './crypto.ts'

export function generateSecret(): { secret: string; hash: string } {
  const secret = randomBase62(32)
  return { secret, hash: hashToken(secret) }
}

/** SHA-256 in hex. A random value of 128 bits or more needs no slower hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Redis keys hold no email or IP address in plain text. */
export const hashKey = (value: string): string => createHash('sha256').update(value).digest('base64url')
