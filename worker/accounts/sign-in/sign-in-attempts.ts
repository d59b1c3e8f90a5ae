import { type DeviceOwner, findKnownDevice } from '#worker/accounts/sessions/known-device.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { customerNetwork } from '#worker/lib/customer-network.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { formatDuration } from '#worker/lib/time.ts'
import { forgetCalls, limits, takeCall } from '#worker/rate-limits.ts'

export type Guesser = { id: string; email?: string }

/** Known browsers have attempts of their own, so that strangers can't lock the owner of an account out. */
export async function guesserOf(
  ctx: Context,
  email: string,
  account: DeviceOwner | undefined,
): Promise<Guesser> {
  const device = await findKnownDevice(ctx, account)
  if (device !== undefined) return { id: `device/${device}` }
  return { id: `${email}/${customerNetwork(ctx.origin?.network ?? '')}`, email }
}

/** Call it before the password is checked, so that parallel guesses count too. */
export async function recordSignInAttempt({ redis }: Context, { id, email }: Guesser): Promise<void> {
  const { retryAfter } = await takeCall(redis, limits.signInByGuesser, hashKey(id))
  if (retryAfter > 0) throw tooMany(retryAfter)
  if (email === undefined) return
  const strangers = await takeCall(redis, limits.signInByEmail, hashKey(email))
  if (strangers.retryAfter > 0) throw tooMany(strangers.retryAfter, ', or reset your password')
}

const tooMany = (seconds: number, alternative = '') =>
  new AppError('RATE_LIMITED', {
    message: `Too many failed attempts. Try again in ${formatDuration(seconds)}${alternative}.`,
    retryAfter: seconds,
  })

export const clearSignInAttempts = ({ redis }: Context, { id }: Guesser): Promise<void> =>
  forgetCalls(redis, limits.signInByGuesser, hashKey(id))
