import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { findWeakness } from './password-weakness.ts'

/** OWASP's scrypt parameters for 16 MiB. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const
const WEAK_COST = { N: 2, r: 1, p: 1 } as const
const KEY_LENGTH = 32
const SALT_LENGTH = 16
const MAX_MEMORY = 64 * 1024 * 1024

const derive = (password: string, salt: Buffer, keyLength: number, cost: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

type Cost = { N: number; r: number; p: number }
type CostSettings = { readonly WEAK_PASSWORD_HASHES?: string | undefined }

const costOf = ({ WEAK_PASSWORD_HASHES }: CostSettings): Cost => (WEAK_PASSWORD_HASHES ? WEAK_COST : COST)

const encode = ({ N, r, p }: Cost, salt: Buffer, key: Buffer) =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** `scrypt$N$r$p$salt$key`, the last two in base64url. Takes about 100 ms. */
export async function hashPassword(settings: CostSettings, password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  const cost = costOf(settings)
  return encode(cost, salt, await derive(password, salt, KEY_LENGTH, cost))
}

/** Verified when there is no account, so that every sign-in takes the same time. */
const dummyHash = (cost: Cost) => encode(cost, Buffer.alloc(SALT_LENGTH), Buffer.alloc(KEY_LENGTH))

export async function verifyPassword(
  settings: CostSettings,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (stored ?? dummyHash(costOf(settings))).split('$')
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('unknown password hash format')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, cost)
  return timingSafeEqual(actual, expected) && Boolean(stored)
}

export async function hashNewPassword(
  { settings }: Context,
  password: string,
  { email, field }: { email: string; field: 'password' | 'newPassword' },
): Promise<string> {
  const message = await findWeakness(password, email)
  if (message !== undefined) {
    throw new AppError('WEAK_PASSWORD', { message, details: [{ path: field, message }] })
  }
  return hashPassword(settings, password)
}
