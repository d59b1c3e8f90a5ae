import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import type { ReceiptContent } from './contract.ts'

type Context = { readonly settings: Settings }

/** One receipt's content can't be read in the place of another's. */
const binding = (link: string) => ({ purpose: 'receipts', context: link })

export const encryptContent = (
  { settings: { BATCH_KEYS } }: Context,
  link: string,
  content: ReceiptContent,
): Promise<string> => encrypt(BATCH_KEYS[0], JSON.stringify(content), binding(link))

/** Only we write it, so its shape is not checked. Undefined if the key is gone. */
export async function decryptContent(
  { settings }: Context,
  { link, content }: { link: string; content: string },
): Promise<ReceiptContent | undefined> {
  const json = await decrypt(settings.BATCH_KEYS, content, binding(link))
  return json === undefined ? undefined : JSON.parse(json)
}
