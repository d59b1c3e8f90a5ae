import type { CheckoutEventNames, CheckoutOpenOptions, PaddleEventData } from '@paddle/paddle-js'
import { loadScript } from '#web/lib/load-script.ts'

export type PaddleSetup = { scriptUrl: string; environment: 'sandbox' | 'production'; clientToken: string }

export type CheckoutEvent =
  | { name: 'completed'; transactionId: string | undefined }
  | { name: 'closed' }
  /** Closed while a payment was being made: Paddle didn't say how it ended. */
  | { name: 'unsettled'; transactionId: string | undefined }
  | { name: 'failed'; code: string | undefined; detail: string | undefined }

export type PaddleCheckout = {
  open: (options: CheckoutOpenOptions) => void
  close: () => void
  /** Returns a function that stops listening. */
  listen: (listener: (event: CheckoutEvent) => void) => () => void
}

const listeners = new Set<(event: CheckoutEvent) => void>()

/** Reads the events of one page. A declined card is none: Paddle's window asks for another one. */
export function eventReader(): (event: PaddleEventData) => CheckoutEvent | undefined {
  let isPaying = false
  return (received) => {
    const name: `${CheckoutEventNames}` | undefined = received.name
    const event = eventOf(received, isPaying)
    if (name === 'checkout.payment.initiated') isPaying = true
    else if (event || name === 'checkout.payment.failed') isPaying = false
    return event
  }
}

function eventOf(event: PaddleEventData, isPaying: boolean): CheckoutEvent | undefined {
  const name: `${CheckoutEventNames}` | undefined = event.name
  const transactionId = event.data?.transaction_id || undefined
  switch (name) {
    case 'checkout.completed':
      return { name: 'completed', transactionId }
    case 'checkout.closed':
      return isPaying ? { name: 'unsettled', transactionId } : { name: 'closed' }
    case 'checkout.error':
    case 'checkout.failed':
    case 'checkout.payment.error':
      return { name: 'failed', code: event.code, detail: event.detail }
    default:
      return undefined
  }
}

const readEvent = eventReader()

function announce(received: PaddleEventData): void {
  const event = readEvent(received)
  if (event) for (const listener of listeners) listener(event)
}

let isInitialized = false

/** Loads Paddle.js once and initializes it once a page. Throws if it does not load or refuses the token. */
export async function loadPaddle({
  scriptUrl,
  environment,
  clientToken,
}: PaddleSetup): Promise<PaddleCheckout> {
  await loadScript(scriptUrl)
  const { Paddle } = window
  if (!Paddle) throw new Error(`${scriptUrl} defines no Paddle`)
  if (!isInitialized) {
    if (environment === 'sandbox') Paddle.Environment.set('sandbox')
    Paddle.Initialize({ token: clientToken, eventCallback: announce })
    isInitialized = true
  }
  return {
    open: (options) => Paddle.Checkout.open(options),
    close: () => Paddle.Checkout.close(),
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
