import { Secret } from 'otpauth/bare'
import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'

const SECRET_BYTES = 20

const binding = (userId: number) => ({ purpose: 'two-factor', context: String(userId) })

export const generateTotpSecret = () => new Secret({ size: SECRET_BYTES })

export const encryptSecret = (settings: Settings, userId: number, secret: Secret): Promise<string> =>
  encrypt(settings.TWO_FACTOR_KEYS[0], Buffer.from(secret.bytes).toString('base64url'), binding(userId))

export async function decryptSecret(settings: Settings, userId: number, encrypted: string): Promise<Secret> {
  const text = await decrypt(settings.TWO_FACTOR_KEYS, encrypted, binding(userId))
  if (text === undefined) throw new Error('the key of this two-factor secret is gone')
  return Secret.fromHex(Buffer.from(text, 'base64url').toString('hex'))
}
