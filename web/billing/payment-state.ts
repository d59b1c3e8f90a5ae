import { useLocation, useSearchParams } from 'react-router'
import type { Payment } from './payment.ts'

/** Kept in the history entry, so that reloading confirms the payment and never opens a second checkout. */
export const paymentState = (payment: Payment) => ({ payment })

export function readPayment(state: unknown): Payment | undefined {
  if (typeof state !== 'object' || state === null || !('payment' in state)) return undefined
  const { payment } = state
  if (typeof payment !== 'object' || payment === null || !('organizationId' in payment)) return undefined
  const { organizationId } = payment
  if (typeof organizationId !== 'string') return undefined
  const transactionId = 'transactionId' in payment ? payment.transactionId : undefined
  return {
    organizationId,
    transactionId: typeof transactionId === 'string' ? transactionId : undefined,
    ...('isUnsettled' in payment && payment.isUnsettled === true && { isUnsettled: true }),
  }
}

/** The transaction of a payment link: Paddle's parameter, which `PaymentLink` moves into the history entry. */
export function usePaymentLink(): string | undefined {
  const [query] = useSearchParams()
  const { state }: { state: unknown } = useLocation()
  const known =
    typeof state === 'object' && state !== null && 'paymentLink' in state ? state.paymentLink : undefined
  return query.get('_ptxn') ?? (typeof known === 'string' ? known : undefined)
}
