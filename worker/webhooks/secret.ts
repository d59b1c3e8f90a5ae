import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'

const SECRET_BYTES = 24
const PREFIX = 'whsec_'

const binding = (endpointId: string) => ({ purpose: 'webhooks', context: endpointId })

/** In the format of Standard Webhooks: `whsec_` and 24 random bytes in base64. */
export const generateSecret = (): string =>
  `${PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64')}`

export const encryptSecret = (
  { TWO_FACTOR_KEYS: [newest] }: Settings,
  endpointId: string,
  secret: string,
): Promise<string> => encrypt(newest, secret, binding(endpointId))

export async function decryptSecret(
  settings: Settings,
  endpointId: string,
  encrypted: string,
): Promise<string> {
  const secret = await decrypt(settings.TWO_FACTOR_KEYS, encrypted, binding(endpointId))
  if (secret === undefined) throw new Error('the key of this webhook secret is gone')
  return secret
}

export const reencryptSecret = async (
  settings: Settings,
  endpointId: string,
  encrypted: string,
): Promise<string> =>
  encryptSecret(settings, endpointId, await decryptSecret(settings, endpointId, encrypted))

export const separateSecrets = (secrets: string): string[] => secrets.split(' ')

/** With the first of the old ones, which may be the one in use: somebody may have rotated the secret twice. */
export async function addOldSecret(
  settings: Settings,
  endpointId: string,
  { oldSecret, secret }: { oldSecret: string; secret: string },
): Promise<string> {
  const [first] = separateSecrets(await decryptSecret(settings, endpointId, oldSecret))
  const last = await decryptSecret(settings, endpointId, secret)
  return encryptSecret(settings, endpointId, `${first} ${last}`)
}
