export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomBase62 = (length: number): string => randomText(length, BASE62)

/** Skips the highest bytes, which would make some characters more likely than others. */
export function randomText(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

const CRC32_POLYNOMIAL = 0xedb88320

/** `text` is ASCII. Importing `node:zlib` would make the start of an isolate 3 ms longer. */
export function crc32(text: string): number {
  let rest = ~0
  for (let index = 0; index < text.length; index++) {
    rest ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? CRC32_POLYNOMIAL : 0)
  }
  return ~rest >>> 0
}

const IV_BYTES = 12

export type EncryptionKey = { kid: string; secret: Uint8Array<ArrayBuffer> }
/** `purpose` derives a key of its own from the secret; `context` must be the same to decrypt. */
type Binding = { purpose: string; context: string }

/** AES-256-GCM: `<kid>.<base64url of IV and ciphertext>`. */
export const encrypt = (key: EncryptionKey, text: string, binding: Binding): Promise<string> =>
  encryptBytes(key, Uint8Array.from(new TextEncoder().encode(text)), binding)

export async function encryptBytes(
  { kid, secret }: EncryptionKey,
  bytes: Uint8Array<ArrayBuffer>,
  { purpose, context }: Binding,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) },
    await deriveKey(secret, purpose),
    bytes,
  )
  return `${kid}.${Buffer.concat([iv, new Uint8Array(ciphertext)]).toString('base64url')}`
}

export async function decrypt(
  keys: readonly EncryptionKey[],
  encrypted: string,
  binding: Binding,
): Promise<string | undefined> {
  const bytes = await decryptBytes(keys, encrypted, binding)
  return bytes && new TextDecoder().decode(bytes)
}

export async function decryptBytes(
  keys: readonly EncryptionKey[],
  encrypted: string,
  { purpose, context }: Binding,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [kid, encoded = ''] = encrypted.split('.')
  const bytes = Uint8Array.from(Buffer.from(encoded, 'base64url'))
  const additionalData = new TextEncoder().encode(context)
  for (const { secret } of keys.filter((key) => key.kid === kid)) {
    try {
      const decrypted = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData },
        await deriveKey(secret, purpose),
        bytes.subarray(IV_BYTES),
      )
      return new Uint8Array(decrypted)
    } catch {}
  }
  return undefined
}

async function deriveKey(secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(purpose) },
    source,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
