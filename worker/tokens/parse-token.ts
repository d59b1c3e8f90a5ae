import { sha256 } from '#worker/lib/digest.ts'
import { LIVE_PREFIX, organizationOf, TEST_PREFIX } from './token-format.ts'

/** A signed JWT; see sandbox/sandbox-token.ts. */
const sandboxShape = new RegExp(`^${TEST_PREFIX}[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)

/** `tokenHash` is `hashToken` of the token. A sandbox token belongs to a visitor without an organization. */
export type ParsedToken =
  | { kind: 'live'; organizationId: string; tokenHash: string }
  | { kind: 'test'; organizationId: string; tokenHash: string }
  | { kind: 'sandbox'; jwt: string }

/** Undefined if the token is malformed. Whether it exists is another question. */
export async function parseToken(token: string): Promise<ParsedToken | undefined> {
  const organizationId = organizationOf(token)
  if (organizationId) {
    const kind = token.startsWith(LIVE_PREFIX) ? 'live' : 'test'
    return { kind, organizationId, tokenHash: (await sha256(token)).toString('hex') }
  }
  return sandboxShape.test(token) ? { kind: 'sandbox', jwt: token.slice(TEST_PREFIX.length) } : undefined
}
