import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { BASE62, crc32 } from '#worker/lib/crypto.ts'
import { sha256 } from '#worker/lib/digest.ts'

export const LIVE_PREFIX = 'tp_live_'
export const TEST_PREFIX = 'tp_test_'
export const ORGANIZATION_PREFIX = 'org_'
export const ORGANIZATION_LENGTH = 16
export const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BODY_LENGTH = ORGANIZATION_LENGTH + RANDOM_LENGTH
const shape = new RegExp(
  `^(${LIVE_PREFIX}|${TEST_PREFIX})([0-9A-Za-z]{${BODY_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)

/** The ID of the organization that a well-formed token names, or undefined. */
export function organizationOf(token: string): string | undefined {
  const [, prefix = '', body = '', sum] = shape.exec(token) ?? []
  return sum === checksum(prefix, body)
    ? `${ORGANIZATION_PREFIX}${body.slice(0, ORGANIZATION_LENGTH)}`
    : undefined
}

/** A test token's checksum covers its prefix, so that a live token with another prefix is malformed. */
export function checksum(prefix: string, body: string): string {
  let rest = crc32(prefix === LIVE_PREFIX ? body : prefix + body)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    encoded = BASE62.charAt(rest % BASE62.length) + encoded
    rest = Math.floor(rest / BASE62.length)
  }
  return encoded
}

/** A signed JWT; see validation/sandbox/sandbox-token.ts. */
const sandboxShape = new RegExp(`^${TEST_PREFIX}[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)

/** `tokenHash` is `hashToken` of the token. A sandbox token belongs to a visitor without an organization. */
export type ParsedToken =
  | { kind: 'live'; organizationId: string; tokenHash: string }
  | { kind: 'test'; organizationId: string; tokenHash: string }
  | { kind: 'sandbox'; jwt: string }

type OrganizationToken = Exclude<ParsedToken, { kind: 'sandbox' }>

const MAX_KNOWN = 2_000

/** Callers repeat their tokens, and the checksum and the hash take a tenth of a call's CPU. */
const known = new BoundedCache<string, OrganizationToken>(MAX_KNOWN)

/** Undefined if the token is malformed. Whether it exists is another question. */
export async function parseToken(token: string): Promise<ParsedToken | undefined> {
  const parsed = known.get(token) ?? (await parseOrganizationToken(token))
  if (parsed) return parsed
  return sandboxShape.test(token) ? { kind: 'sandbox', jwt: token.slice(TEST_PREFIX.length) } : undefined
}

async function parseOrganizationToken(token: string): Promise<OrganizationToken | undefined> {
  const organizationId = organizationOf(token)
  if (!organizationId) return undefined
  const kind = token.startsWith(LIVE_PREFIX) ? 'live' : 'test'
  const parsed = { kind, organizationId, tokenHash: (await sha256(token)).toString('hex') } as const
  known.set(token, parsed)
  return parsed
}
