import { useLocation, useSearchParams } from 'react-router'
import * as z from 'zod'
import { fieldsOf } from '#web/lib/parse-json.ts'

const paymentSchema = z.object({
  organizationId: z.string(),
  transactionId: z.string().optional(),
  isUnsettled: z.boolean().optional(),
})
export type Payment = z.infer<typeof paymentSchema>
const stateSchema = z.object({ payment: paymentSchema })

/** Kept in the history entry, so that reloading confirms the payment and never opens a second checkout. */
export const paymentState = (payment: Payment) => ({ payment })

export const readPayment = (state: unknown): Payment | undefined => stateSchema.safeParse(state).data?.payment

/** The transaction of a payment link: Paddle's parameter, which `PaymentLink` moves into the history entry. */
export function usePaymentLink(): string | undefined {
  const [query] = useSearchParams()
  const { paymentLink } = fieldsOf(useLocation().state)
  return query.get('_ptxn') ?? (typeof paymentLink === 'string' ? paymentLink : undefined)
}
