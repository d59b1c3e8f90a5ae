import { randomBase62 } from '#worker/lib/crypto.ts'
import { hashToken } from '#worker/lib/hash.ts'
import {
  checksum,
  LIVE_PREFIX,
  ORGANIZATION_LENGTH,
  ORGANIZATION_PREFIX,
  RANDOM_LENGTH,
  TEST_PREFIX,
} from '#worker/token-format.ts'

export type GeneratedToken = { token: string; row: { token: string; prefix: string; lastFour: string } }

export const generateOrganizationId = () => `${ORGANIZATION_PREFIX}${randomBase62(ORGANIZATION_LENGTH)}`

/** A prefix, the organization's ID, 178 random bits and a CRC-32, so that mistyped tokens need no lookup. */
export function generateToken(organizationId: string, { live = true } = {}): GeneratedToken {
  const prefix = live ? LIVE_PREFIX : TEST_PREFIX
  const body = `${organizationId.slice(ORGANIZATION_PREFIX.length)}${randomBase62(RANDOM_LENGTH)}`
  return tokenParts(`${prefix}${body}${checksum(prefix, body)}`)
}

export function tokenParts(token: string): GeneratedToken {
  const prefix = token.slice(0, LIVE_PREFIX.length)
  return { token, row: { token: hashToken(token), prefix, lastFour: token.slice(-4) } }
}
