import { useLocation, useSearchParams } from 'react-router'
import { fieldsOf } from '#web/lib/parse-json.ts'
import type { Payment } from './payment.ts'

/** Kept in the history entry, so that reloading confirms the payment and never opens a second checkout. */
export const paymentState = (payment: Payment) => ({ payment })

export function readPayment(state: unknown): Payment | undefined {
  const { organizationId, transactionId, isUnsettled } = fieldsOf(fieldsOf(state).payment)
  if (typeof organizationId !== 'string') return undefined
  return {
    organizationId,
    transactionId: typeof transactionId === 'string' ? transactionId : undefined,
    ...(isUnsettled === true && { isUnsettled }),
  }
}

/** The transaction of a payment link: Paddle's parameter, which `PaymentLink` moves into the history entry. */
export function usePaymentLink(): string | undefined {
  const [query] = useSearchParams()
  const { paymentLink } = fieldsOf(useLocation().state)
  return query.get('_ptxn') ?? (typeof paymentLink === 'string' ? paymentLink : undefined)
}
