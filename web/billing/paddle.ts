import type { CheckoutEventNames, CheckoutOpenOptions, PaddleEventData } from '@paddle/paddle-js'
import { loadScript } from '#web/lib/load-script.ts'

export type PaddleSetup = { scriptUrl: string; environment: 'sandbox' | 'production'; clientToken: string }

export type CheckoutEvent =
  | { name: 'completed'; transactionId: string | undefined }
  | { name: 'closed' }
  | { name: 'failed'; code: string | undefined; detail: string | undefined }

export type PaddleCheckout = {
  open: (options: CheckoutOpenOptions) => void
  close: () => void
  /** Returns a function that stops listening. */
  listen: (listener: (event: CheckoutEvent) => void) => () => void
}

const listeners = new Set<(event: CheckoutEvent) => void>()

/** A declined card is no event here: Paddle's window asks for another one. */
export function checkoutEvent(event: PaddleEventData): CheckoutEvent | undefined {
  const name: `${CheckoutEventNames}` | undefined = event.name
  switch (name) {
    case 'checkout.completed':
      return { name: 'completed', transactionId: event.data?.transaction_id || undefined }
    case 'checkout.closed':
      return { name: 'closed' }
    case 'checkout.error':
    case 'checkout.failed':
    case 'checkout.payment.error':
      return { name: 'failed', code: event.code, detail: event.detail }
    default:
      return undefined
  }
}

function announce(received: PaddleEventData): void {
  const event = checkoutEvent(received)
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
