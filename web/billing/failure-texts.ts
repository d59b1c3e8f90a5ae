import { ApiError, isRefusal } from '#web/lib/api-error.ts'
import type { CheckoutFailure, Stage } from './payment.ts'

export type FailureTexts = Readonly<Record<Stage, string>>

export const checkoutTexts: FailureTexts = {
  user: 'Failed to load user data',
  organization: 'Failed to get user organization',
  parameters: 'Failed to get checkout parameters',
  token: 'Failed to get checkout parameters',
  script: 'Failed to start checkout',
  open: 'Failed to start checkout',
  event: 'Checkout error occurred',
  completion: 'Failed to process checkout completion',
  verification: 'Failed to verify transaction',
  unexpected: 'An unexpected error occurred during checkout.',
}

export const embeddedTexts: FailureTexts = {
  ...checkoutTexts,
  parameters: 'Failed to initialize checkout',
  token: 'The client token for Paddle is missing',
  script: 'Failed to setup Paddle',
  open: 'Failed to open checkout',
}

const SCRIPT_BLOCKED =
  "The payment script from Paddle, our payment provider, didn't load. If you use an ad blocker, allow cdn.paddle.com."
export const NOT_CHARGED = 'Nothing was charged.'
const PAID =
  "Your payment may have gone through, so don't pay again. Try Again only checks the payment. If it went through, your plan changes automatically."

/** The server has not denied the payment, it only didn't confirm it. */
const mayBePaid = ({ stage, cause }: CheckoutFailure) =>
  stage === 'completion' || (stage === 'verification' && cause !== undefined && !isRefusal(cause))

export const isDenied = (failure: CheckoutFailure): boolean =>
  failure.stage === 'verification' && !mayBePaid(failure)

const beforePayment: ReadonlySet<Stage> = new Set([
  'user',
  'organization',
  'parameters',
  'token',
  'script',
  'open',
])

export function failureDetails(failure: CheckoutFailure): string[] {
  const { stage, reason } = failure
  const hint = stage === 'script' ? SCRIPT_BLOCKED : mayBePaid(failure) ? PAID : undefined
  // They may just have paid, and gone back.
  const isUnpaid = beforePayment.has(stage) && !isAlreadySubscribed(failure)
  return [reason, hint, isUnpaid && NOT_CHARGED].flatMap((text) => text || [])
}

export function failureToast(failure: CheckoutFailure): { title: string; description: string } {
  const { stage, reason, code } = failure
  if (stage === 'verification') {
    return { title: 'Verification Failed', description: reason || checkoutTexts.verification }
  }
  if (stage === 'completion') {
    return { title: 'Processing Error', description: reason || checkoutTexts.completion }
  }
  const isEmail = code === 'invalid_email_address'
  return {
    title: isEmail ? 'Invalid email' : 'Checkout Error',
    description: reason || 'Failed to start checkout',
  }
}

export const isAlreadySubscribed = ({ cause }: CheckoutFailure): boolean =>
  cause instanceof ApiError && cause.code === 'ALREADY_SUBSCRIBED'
