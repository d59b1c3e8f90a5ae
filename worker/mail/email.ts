import * as z from 'zod'
import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import type { Email } from '#worker/services/resend.ts'

const contentSchema = z.object({
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

export type EncryptedEmail = { key: string; encrypted: string }

type Keys = Settings['EMAIL_KEYS']

const binding = (key: string) => ({ purpose: 'mail', context: key })

export const encryptEmail = async (keys: Keys, { key, ...content }: Email): Promise<EncryptedEmail> => ({
  key,
  encrypted: await encrypt(keys[0], JSON.stringify(content), binding(key)),
})

export async function decryptEmail(
  keys: Keys,
  { key, encrypted }: EncryptedEmail,
): Promise<Email | undefined> {
  const text = await decrypt(keys, encrypted, binding(key))
  const content = text === undefined ? undefined : contentSchema.safeParse(JSON.parse(text)).data
  return content && { key, ...content }
}
