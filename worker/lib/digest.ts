/** Web Crypto, for API calls: importing `node:crypto` would make the start of an isolate 3 ms longer. */
export const sha256 = (text: string): Promise<Buffer> => digest('SHA-256', text)

export const sha512 = (text: string): Promise<Buffer> => digest('SHA-512', text)

export const sha1 = (text: string): Promise<Buffer> => digest('SHA-1', text)

const encoder = new TextEncoder()

const digest = async (algorithm: string, text: string): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest(algorithm, encoder.encode(text)))

/** Importing a key takes longer than signing with it. */
const keysBySecret = new WeakMap<object, CryptoKey>()

export async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Buffer> {
  const key =
    keysBySecret.get(secret) ??
    (await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']))
  keysBySecret.set(secret, key)
  return Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

/** Version 8: 122 bits of the hash. */
export function toUuid(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
