import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import { type Mail, mailContentSchema, type SealedMail } from './mail.ts'

type Keys = Settings['SESSION_KEYS']

const binding = (key: string) => ({ purpose: 'mail', context: key })

/** Encrypts an email with the newest key; only the row with the same idempotency key decrypts it. */
export const seal = async (keys: Keys, { key, ...content }: Mail): Promise<SealedMail> => ({
  key,
  sealed: await encrypt(keys[0], JSON.stringify(content), binding(key)),
})

/** Undefined if the key is gone or the text was changed. */
export async function unseal(keys: Keys, { key, sealed }: SealedMail): Promise<Mail | undefined> {
  const text = await decrypt(keys, sealed, binding(key))
  const content = text === undefined ? undefined : mailContentSchema.safeParse(JSON.parse(text)).data
  return content && { key, ...content }
}
