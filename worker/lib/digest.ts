/** Web Crypto, for API calls: importing `node:crypto` would make the start of an isolate 3 ms longer. */
export const sha256 = (text: string): Promise<Buffer> => digest('SHA-256', text)

export const sha1 = (text: string): Promise<Buffer> => digest('SHA-1', text)

const encoder = new TextEncoder()

const digest = async (algorithm: string, text: string): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest(algorithm, encoder.encode(text)))

/** By their secrets. Importing a key takes longer than signing with it. */
const keys = new WeakMap<object, CryptoKey>()

export async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Buffer> {
  const key =
    keys.get(secret) ??
    (await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']))
  keys.set(secret, key)
  return Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}
