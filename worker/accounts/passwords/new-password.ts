import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashPassword } from './password.ts'
import { findWeakness } from './password-weakness.ts'

/** Hashes a password that someone chose. Throws WEAK_PASSWORD, with the input's `field` in its details. */
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
