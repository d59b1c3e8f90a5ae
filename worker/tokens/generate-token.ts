import { BASE62, crc32, hashToken, randomBase62 } from '#worker/lib/crypto.ts'

const LIVE_PREFIX = 'tp_live_'
export const TEST_PREFIX = 'tp_test_'
const ORGANIZATION_PREFIX = 'org_'
const ORGANIZATION_LENGTH = 16
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BODY_LENGTH = ORGANIZATION_LENGTH + RANDOM_LENGTH
const shape = new RegExp(
  `^(${LIVE_PREFIX}|${TEST_PREFIX})([0-9A-Za-z]{${BODY_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)
/** A signed JWT; see sandbox/sandbox-token.ts. */
const sandboxShape = new RegExp(`^${TEST_PREFIX}[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)

export type GeneratedToken = { token: string; tokenHash: string; prefix: string; lastFour: string }

/** A sandbox token belongs to a visitor without an organization. */
export type ParsedToken =
  | { kind: 'live'; organizationId: string; tokenHash: string }
  | { kind: 'test'; organizationId: string; tokenHash: string }
  | { kind: 'sandbox'; jwt: string }

export const generateOrganizationId = () => `${ORGANIZATION_PREFIX}${randomBase62(ORGANIZATION_LENGTH)}`

/**
 * A prefix, the organization's ID, 30 random base62 characters (178 bits) and the CRC-32 of both in 6 more, as in
 * GitHub's tokens. The checksum rejects mistyped tokens without a lookup. The organization's ID gives the key of its
 * quota, so that a call reads token and quota in one trip.
 */
export function generateToken(organizationId: string, { live = true } = {}): GeneratedToken {
  const prefix = live ? LIVE_PREFIX : TEST_PREFIX
  const body = `${organizationId.slice(ORGANIZATION_PREFIX.length)}${randomBase62(RANDOM_LENGTH)}`
  return tokenParts(`${prefix}${body}${checksum(prefix, body)}`)
}

export function tokenParts(token: string): GeneratedToken {
  return {
    token,
    tokenHash: hashToken(token),
    prefix: token.slice(0, LIVE_PREFIX.length),
    lastFour: token.slice(-4),
  }
}

/** Undefined if the token is malformed. Whether it exists is another question. */
export function parseToken(token: string): ParsedToken | undefined {
  const organizationId = organizationOf(token)
  if (organizationId) {
    const kind = token.startsWith(LIVE_PREFIX) ? 'live' : 'test'
    return { kind, organizationId, tokenHash: hashToken(token) }
  }
  return sandboxShape.test(token) ? { kind: 'sandbox', jwt: token.slice(TEST_PREFIX.length) } : undefined
}

/** The ID of the organization that a well-formed token names, or undefined. */
export function organizationOf(token: string): string | undefined {
  const [, prefix = '', body = '', sum] = shape.exec(token) ?? []
  return sum === checksum(prefix, body)
    ? `${ORGANIZATION_PREFIX}${body.slice(0, ORGANIZATION_LENGTH)}`
    : undefined
}

/** A test token's checksum covers its prefix, so that a live token with another prefix is malformed. */
function checksum(prefix: string, body: string): string {
  let rest = crc32(prefix === LIVE_PREFIX ? body : prefix + body)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    encoded = BASE62.charAt(rest % BASE62.length) + encoded
    rest = Math.floor(rest / BASE62.length)
  }
  return encoded
}
