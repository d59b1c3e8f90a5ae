import type { CheckoutOpenOptions } from '@paddle/paddle-js'
import { errorText, isRefusal } from '#web/lib/api-error.ts'
import type { Verification } from '#worker/billing/contract.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import type { CheckoutEvent, PaddleCheckout } from './paddle.ts'
import type { Payment } from './payment-state.ts'

export type Stage =
  | 'user'
  | 'organization'
  | 'parameters'
  | 'token'
  | 'script'
  | 'open'
  | 'event'
  | 'completion'
  | 'verification'
  | 'unexpected'

export class CheckoutFailure extends Error {
  readonly stage: Stage
  readonly reason: string | undefined
  readonly code: string | undefined

  constructor(
    stage: Stage,
    { reason, code, cause }: { reason?: string | undefined; code?: string | undefined; cause?: unknown } = {},
  ) {
    super(stage, { cause })
    this.name = 'CheckoutFailure'
    this.stage = stage
    this.reason = reason ?? errorText(cause, '')
    this.code = code
  }
}

export const failAt =
  (stage: Stage) =>
  (cause: unknown): never => {
    throw cause instanceof CheckoutFailure ? cause : new CheckoutFailure(stage, { cause })
  }

type Ended = Exclude<CheckoutEvent, { name: 'failed' }>

/**
 * Opens Paddle's window until the payment ends. Aborting closes it, and throws unless a payment was being made. Throws a
 * CheckoutFailure.
 */
export async function checkout(
  paddle: PaddleCheckout,
  options: CheckoutOpenOptions,
  onOpen: (cancel: () => void) => void,
  signal: AbortSignal,
): Promise<Ended> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<CheckoutEvent>()
  const stop = paddle.listen(resolve)
  let isOpen = false
  const abort = () => {
    if (isOpen) paddle.close()
    isOpen = false
    reject(signal.reason)
  }
  signal.addEventListener('abort', abort)
  try {
    try {
      paddle.open(options)
    } catch (cause) {
      throw new CheckoutFailure('open', { cause })
    }
    isOpen = true
    onOpen(paddle.close)
    const event = await promise
    isOpen &&= event.name !== 'closed'
    if (event.name === 'failed')
      throw new CheckoutFailure('event', { reason: event.detail || undefined, code: event.code || undefined })
    return event
  } finally {
    stop()
    signal.removeEventListener('abort', abort)
    // After the payment, this screen shows the result instead of Paddle's window.
    if (isOpen) paddle.close()
  }
}

export type Settlement =
  | { name: 'pending' }
  | { name: 'unsettled' }
  | { name: 'success'; tier: Tier | undefined }

type SettleDeps = {
  verify: (payment: Payment) => Promise<Verification>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const POLL_MS = 3_000
export const POLLS = 10

/**
 * `pending`: the plan changes later without this screen. `unsettled`: so it does if the payment goes through. Throws a
 * CheckoutFailure.
 */
export async function settle(deps: SettleDeps, payment: Payment, signal: AbortSignal): Promise<Settlement> {
  const stage = payment.transactionId ? 'verification' : 'completion'
  for (let poll = 1; ; poll++) {
    const isLast = poll === POLLS
    const verification = await deps.verify(payment).catch((cause: unknown) => {
      signal.throwIfAborted()
      if (!isLast && !isRefusal(cause)) return undefined
      throw new CheckoutFailure(stage, { cause })
    })
    if (verification) {
      const { success, pending, open, message, tier } = verification
      if (success) return { name: 'success', tier }
      const isUnsettled = open && payment.isUnsettled
      if (!pending && !isUnsettled) throw new CheckoutFailure(stage, { reason: message })
      if (isLast) return { name: pending ? 'pending' : 'unsettled' }
    }
    await deps.wait(POLL_MS, signal)
  }
}

export const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
