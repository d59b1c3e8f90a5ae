import type { PaddleAdjustment, PaddleTransaction } from '#worker/services/paddle-records.ts'

type Refundable = Pick<PaddleTransaction, 'billingPeriod' | 'grandTotal' | 'status' | 'adjustments'>

const signs: Readonly<Record<string, number>> = { refund: 1, chargeback: 1, chargeback_reverse: -1 }

/** In the currency's smallest unit. Credits for a change of plan aren't refunds. */
export const refundedUnits = (
  adjustments: readonly PaddleAdjustment[],
  statuses: readonly string[] = ['approved'],
): number =>
  Math.max(
    0,
    adjustments.filter(({ status }) => statuses.includes(status)).reduce((sum, one) => sum + unitsOf(one), 0),
  )

const unitsOf = ({ action, total }: PaddleAdjustment) => (signs[action] ?? 0) * Math.abs(Number(total))

export const isOpen = ({ status }: Pick<PaddleTransaction, 'status'>): boolean =>
  ['draft', 'ready', 'canceled'].includes(status)

export const isProcessing = ({ status }: Pick<PaddleTransaction, 'status'>): boolean =>
  status === 'paid' || status === 'billed'

/** Why we refund it. The buyer gets a separate email. */
export const SECOND_PAYMENT = 'Your organization already has a subscription'
export const LATE_PAYMENT = 'Your organization was deleted'

export const ownReason = (adjustments: readonly PaddleAdjustment[]): string | undefined =>
  [SECOND_PAYMENT, LATE_PAYMENT].find((own) => adjustments.some(({ reason }) => reason === own))

export const isSecondPayment = (adjustments: readonly PaddleAdjustment[]): boolean =>
  ownReason(adjustments) === SECOND_PAYMENT

/** Its plan is canceled, so somebody has to refund it by hand. */
export const isRefundRejected = (payment: Refundable): boolean =>
  ownReason(payment.adjustments) !== undefined && !isReturnRequested(payment)

export const isDisputed = (adjustments: readonly PaddleAdjustment[]): boolean =>
  adjustments.some(({ action }) => action === 'chargeback')

/** Whether it was paid for the period of that time. */
export const isPaidFor = ({ billingPeriod, status }: Refundable, at: Date): boolean =>
  status === 'completed' &&
  billingPeriod !== null &&
  billingPeriod.startsAt <= at &&
  at < billingPeriod.endsAt

/** In full. */
export function isReturned({ grandTotal, adjustments }: Refundable, statuses?: readonly string[]): boolean {
  const refunded = refundedUnits(adjustments, statuses)
  return refunded > 0 && refunded >= Number(grandTotal)
}

/** When the last of it was returned. Undefined if something is left. */
export function returnedAt(payment: Refundable): Date | undefined {
  if (!isReturned(payment)) return undefined
  const returns = payment.adjustments.filter((one) => one.status === 'approved' && unitsOf(one) > 0)
  return new Date(Math.max(...returns.map(({ updatedAt }) => updatedAt.getTime())))
}

/** Paddle approves most refunds at once. Until then, it refuses another one. */
export const isReturnRequested = (payment: Refundable): boolean =>
  isReturned(payment, ['approved', 'pending_approval'])
