import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's scrypt parameters for 16 MiB. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const
const KEY_LENGTH = 32
const SALT_LENGTH = 16
const MAX_MEMORY = 64 * 1024 * 1024

const derive = (password: string, salt: Buffer, keyLength: number, cost: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

const encode = ({ N, r, p }: { N: number; r: number; p: number }, salt: Buffer, key: Buffer) =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** `scrypt$N$r$p$salt$key`, the last two in base64url. Takes about 100 ms. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  return encode(COST, salt, await derive(password, salt, KEY_LENGTH, COST))
}

/** Verified when there is no account, so that every sign-in takes the same time. */
const DUMMY_HASH = encode(COST, Buffer.alloc(SALT_LENGTH), Buffer.alloc(KEY_LENGTH))

export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<{ matches: boolean; isOutdated: boolean }> {
  const [scheme, n, r, p, salt, key] = (stored ?? DUMMY_HASH).split('$')
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('unknown password hash format')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, cost)
  return {
    matches: timingSafeEqual(actual, expected) && Boolean(stored),
    isOutdated: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p,
  }
}
