import type { CheckoutEventNames, CheckoutOpenOptions, PaddleEventData } from '@paddle/paddle-js'
import { loadScript } from '#web/lib/load-script.ts'

export type PaddleSetup = { scriptUrl: string; environment: 'sandbox' | 'production'; clientToken: string }

export type CheckoutEvent =
  | { name: 'completed'; transactionId: string | undefined }
  | { name: 'closed' }
  /** Closed or failed while a payment was being made: Paddle didn't say how it ended. */
  | { name: 'unsettled'; transactionId: string | undefined }
  | { name: 'failed'; code?: string | undefined; detail?: string | undefined }

export type PaddleCheckout = {
  open: (options: CheckoutOpenOptions) => void
  /** Listeners hear of it as if the person had closed it. */
  close: () => void
  listen: (listener: (event: CheckoutEvent) => void) => () => void
}

const listeners = new Set<(event: CheckoutEvent) => void>()

type Received = Omit<PaddleEventData, 'name'> & { name?: `${CheckoutEventNames}` }

/** Reads the events of one page. A declined card is none: Paddle's window asks for another one. */
export function eventReader(): (event: Received) => CheckoutEvent | undefined {
  let isPaying = false
  /** Errors don't name the transaction. */
  let transactionId: string | undefined
  return (received) => {
    transactionId = received.data?.transaction_id || transactionId
    const event = eventOf(received, { isPaying, transactionId })
    if (received.name === 'checkout.payment.initiated') isPaying = true
    if (received.name === 'checkout.payment.failed') isPaying = false
    if (event?.name === 'completed' || received.name === 'checkout.closed') {
      isPaying = false
      transactionId = undefined
    }
    return event
  }
}

type Progress = { isPaying: boolean; transactionId: string | undefined }

function eventOf(event: Received, { isPaying, transactionId }: Progress): CheckoutEvent | undefined {
  switch (event.name) {
    case 'checkout.completed':
      return { name: 'completed', transactionId }
    case 'checkout.closed':
      return isPaying ? { name: 'unsettled', transactionId } : { name: 'closed' }
    case 'checkout.error':
    case 'checkout.failed':
    case 'checkout.payment.error':
      return isPaying
        ? { name: 'unsettled', transactionId }
        : { name: 'failed', code: event.code, detail: event.detail }
    default:
      return undefined
  }
}

const readEvent = eventReader()

function announce(received: Received): void {
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
    close: () => {
      Paddle.Checkout.close()
      // Paddle.js may not, for example if its frame didn't load.
      announce({ name: 'checkout.closed' })
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
