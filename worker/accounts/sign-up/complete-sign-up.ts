import { signUps } from '#db/schema/index.ts'
import type { Completion } from '#worker/accounts/contract.ts'
import { hashNewPassword } from '#worker/accounts/passwords/password.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { type FinishedSignUp, finishSignUp } from './finish-sign-up.ts'
import { hashBrowser, isProvenSignUp } from './sign-up-conditions.ts'

export async function completeSignUp(
  ctx: Context,
  { email, password }: Completion,
  { proof, secret }: { proof: number | undefined; secret: string | undefined },
): Promise<FinishedSignUp> {
  if (proof === undefined) throw new AppError('NOT_VERIFIED')
  // Hashing is expensive, so check first.
  const [proven] = await ctx.db.select({ id: signUps.id }).from(signUps).where(isProvenSignUp(email, proof))
  if (!proven) throw new AppError('NOT_VERIFIED')
  const passwordHash = await hashNewPassword(ctx, password, { email, field: 'password' })
  const browser = hashBrowser(secret)
  const finished = await finishSignUp(ctx, { signUpId: proof, email, browser, passwordHash })
  if (!finished) throw new AppError('NOT_VERIFIED')
  return finished
}
