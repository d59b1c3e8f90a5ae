import { BASE62, crc32, hashToken, randomBase62 } from '#worker/lib/crypto.ts'

const TOKEN_PREFIX = 'tp_live_'
const ORGANIZATION_PREFIX = 'org_'
const ORGANIZATION_LENGTH = 16
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BODY_LENGTH = ORGANIZATION_LENGTH + RANDOM_LENGTH
const shape = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`)

export type GeneratedToken = { token: string; tokenHash: string; prefix: string; lastFour: string }

export const generateOrganizationId = () => `${ORGANIZATION_PREFIX}${randomBase62(ORGANIZATION_LENGTH)}`

/**
 * A prefix, the organization's ID, 30 random base62 characters (178 bits) and the CRC-32 of both in 6 more, as in
 * GitHub's tokens. The checksum rejects mistyped tokens without a lookup. The organization's ID gives the key of its
 * quota, so that a call reads token and quota in one trip.
 */
export function generateToken(organizationId: string): GeneratedToken {
  const body = `${organizationId.slice(ORGANIZATION_PREFIX.length)}${randomBase62(RANDOM_LENGTH)}`
  return tokenParts(`${TOKEN_PREFIX}${body}${checksum(body)}`)
}

export function tokenParts(token: string): GeneratedToken {
  return { token, tokenHash: hashToken(token), prefix: TOKEN_PREFIX, lastFour: token.slice(-4) }
}

/** The ID of the organization that a well-formed token names, or undefined. */
export function organizationOf(token: string): string | undefined {
  if (!shape.test(token)) return undefined
  const body = token.slice(TOKEN_PREFIX.length, TOKEN_PREFIX.length + BODY_LENGTH)
  return token.endsWith(checksum(body))
    ? `${ORGANIZATION_PREFIX}${body.slice(0, ORGANIZATION_LENGTH)}`
    : undefined
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
