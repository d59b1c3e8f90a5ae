import type { Settings } from '#worker/env.ts'
import { type Mail, mailContentSchema, type SealedMail } from './mail.ts'

const IV_BYTES = 12

type Keys = Settings['SESSION_KEYS']
type Secret = Keys[number]['secret']

/** Encrypts a mail under the first of the keys; only the row with its own idempotency key opens it again. */
export async function seal(keys: Keys, { key, ...content }: Mail): Promise<SealedMail> {
  const [first] = keys
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(key) },
    await mailKey(first.secret),
    new TextEncoder().encode(JSON.stringify(content)),
  )
  const bytes = Buffer.concat([iv, new Uint8Array(encrypted)])
  return { key, sealed: `${first.kid}.${bytes.toString('base64url')}` }
}

/** The mail of a row; undefined when its key is gone or the text is not what was sealed. */
export async function unseal(keys: Keys, { key, sealed }: SealedMail): Promise<Mail | undefined> {
  const [kid, encoded = ''] = sealed.split('.')
  const bytes = Uint8Array.from(Buffer.from(encoded, 'base64url'))
  for (const candidate of keys.filter((one) => one.kid === kid)) {
    const content = await decrypt(candidate.secret, bytes, key)
    if (content) return { key, ...content }
  }
  return undefined
}

async function decrypt(secret: Secret, bytes: Uint8Array<ArrayBuffer>, key: string) {
  try {
    const opened = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: bytes.subarray(0, IV_BYTES),
        additionalData: new TextEncoder().encode(key),
      },
      await mailKey(secret),
      bytes.subarray(IV_BYTES),
    )
    return mailContentSchema.safeParse(JSON.parse(new TextDecoder().decode(opened))).data
  } catch {
    return undefined
  }
}

/** A key of its own for mails, so that what signs sessions encrypts nothing. */
async function mailKey(secret: Secret): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('mail') },
    source,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
