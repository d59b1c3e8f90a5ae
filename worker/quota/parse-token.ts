import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sha256 } from '#worker/lib/digest.ts'
import { LIVE_PREFIX, organizationOf, TEST_PREFIX } from './token-format.ts'

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
