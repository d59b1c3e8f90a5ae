import type { CheckoutOpenOptions } from '@paddle/paddle-js'
import { errorText, isRefusal } from '#web/lib/api-error.ts'
import type { CheckoutParameters, Verification } from '#worker/billing/contract.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import type { CheckoutEvent, PaddleCheckout, PaddleSetup } from './paddle.ts'
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
    this.reason = reason
    this.code = code
  }
}

type Frame = { displayMode: 'inline'; frameTarget: string; frameInitialHeight: number; frameStyle: string }
export type Display = ({ displayMode: 'overlay' } | Frame) & { theme: 'light' | 'dark' }

type PaymentDeps = {
  readParams: () => Promise<CheckoutParameters>
  loadPaddle: (setup: PaddleSetup) => Promise<PaddleCheckout>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

type PaymentSteps = {
  display: Display
  onReady: (params: CheckoutParameters) => void
  onSlowScript: () => void
  /** `cancel` closes it. A payment that is being made is still confirmed. */
  onOpen: (cancel: () => void) => void
}

export const OPEN_DELAY_MS = 500

/**
 * Undefined if the person closed it and nothing was charged. Aborting closes it, and throws unless a payment was being
 * made. Throws a CheckoutFailure.
 */
export async function pay(
  deps: PaymentDeps,
  { display, onReady, onSlowScript, onOpen }: PaymentSteps,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const params = await deps.readParams().catch((cause: unknown) => {
    if (cause instanceof CheckoutFailure) throw cause
    throw new CheckoutFailure('parameters', { reason: errorText(cause, ''), cause })
  })
  signal.throwIfAborted()
  if (!params.clientToken) throw new CheckoutFailure('token')
  onReady(params)

  let isLoading = true
  const loading = deps.loadPaddle(params).finally(() => {
    isLoading = false
  })
  // Awaited below; a failure during the delay is not unhandled.
  loading.catch(() => undefined)
  await deps.wait(OPEN_DELAY_MS, signal)
  if (isLoading) onSlowScript()
  const paddle = await loading.catch((cause: unknown) => {
    throw new CheckoutFailure('script', { cause })
  })

  const { priceId, customData } = params
  const { email, address, business } = params.customer
  const customer = { email, ...(address && { address }), ...(business && { business }) }
  const options = { items: [{ priceId, quantity: 1 }], customer, customData, settings: display }
  const event = await checkout(paddle, options, onOpen, signal)
  if (event.name === 'closed') {
    signal.throwIfAborted()
    return undefined
  }
  const { organizationId } = customData
  const payment = { organizationId, transactionId: event.transactionId }
  return event.name === 'unsettled' ? { ...payment, isUnsettled: true } : payment
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
      throw new CheckoutFailure(stage, { reason: errorText(cause, ''), cause })
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
