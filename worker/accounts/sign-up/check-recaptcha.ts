import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { logError } from '#worker/lib/log.ts'
import { verifyRecaptcha } from '#worker/services/recaptcha.ts'

/** Passes if reCAPTCHA is off or down. Throws RECAPTCHA_FAILED. */
export async function checkRecaptcha(ctx: Context, token: string | undefined): Promise<void> {
  const { RECAPTCHA_SECRET: secret, RECAPTCHA_URL: url } = ctx.settings
  if (!secret) return
  if (!token || !(await isHuman({ secret, url }, token, ctx.requestId))) {
    throw new AppError('RECAPTCHA_FAILED')
  }
}

async function isHuman(account: { secret: string; url: string }, token: string, requestId: string) {
  try {
    return await verifyRecaptcha(account, token, 'signup')
  } catch (error) {
    logError('reCAPTCHA', error, requestId)
    return true
  }
}
