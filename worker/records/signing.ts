import { createHash } from 'node:crypto'
import { CompactSign, exportJWK, type JWK } from 'jose'
import type { Settings } from '#worker/env.ts'
import type { EncryptionKey } from '#worker/lib/crypto.ts'

const ALGORITHM = 'EdDSA'
/** RFC 8410: what precedes the seed of an Ed25519 key in PKCS #8. */
const PKCS8 = Uint8Array.from(Buffer.from('302e020100300506032b657004220420', 'hex'))

const importKey = ({ secret }: EncryptionKey) =>
  crypto.subtle.importKey('pkcs8', Buffer.concat([PKCS8, secret]), 'Ed25519', true, ['sign'])

export type StatementType = 'tinproof-record' | 'tinproof-chain'

/** A JWS in its compact form. `typ` keeps one kind of statement from passing for another. */
export async function sign(
  { RECORD_SIGNING_KEYS: [newest] }: Settings,
  typ: StatementType,
  payload: object,
): Promise<string> {
  return await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid, typ })
    .sign(await importKey(newest))
}

export const hashOf = (jws: string): string => createHash('sha256').update(jws).digest('base64url')

export const publicKeys = async ({ RECORD_SIGNING_KEYS }: Settings): Promise<{ keys: JWK[] }> => ({
  keys: await Promise.all(
    RECORD_SIGNING_KEYS.map(async (key) => {
      const { kty, crv, x } = await exportJWK(await importKey(key))
      return { kty, crv, x, kid: key.kid, alg: ALGORITHM, use: 'sig' } as JWK
    }),
  ),
})
