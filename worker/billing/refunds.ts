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

export const SECOND_PAYMENT_REASON = 'Your organization already has a subscription'
export const LATE_PAYMENT_REASON = 'Your organization was deleted'

export const ownReason = (adjustments: readonly PaddleAdjustment[]): string | undefined =>
  [SECOND_PAYMENT_REASON, LATE_PAYMENT_REASON].find((own) => adjustments.some(({ reason }) => reason === own))

export const isSecondPayment = (adjustments: readonly PaddleAdjustment[]): boolean =>
  ownReason(adjustments) === SECOND_PAYMENT_REASON

/** Its plan is canceled, so somebody has to refund it by hand. */
export const isRefundRejected = (payment: Refundable): boolean =>
  ownReason(payment.adjustments) !== undefined && !isReturnRequested(payment)

export const isChargedBack = (adjustments: readonly PaddleAdjustment[]): boolean =>
  adjustments.some(({ action }) => action === 'chargeback')

export const isPaidForPeriodAt = ({ billingPeriod, status }: Refundable, at: Date): boolean =>
  status === 'completed' &&
  billingPeriod !== null &&
  billingPeriod.startsAt <= at &&
  at < billingPeriod.endsAt

export function isFullyReturned(
  { grandTotal, adjustments }: Refundable,
  statuses?: readonly string[],
): boolean {
  const refunded = refundedUnits(adjustments, statuses)
  return refunded > 0 && refunded >= Number(grandTotal)
}

export function fullyReturnedAt(payment: Refundable): Date | undefined {
  if (!isFullyReturned(payment)) return undefined
  const returns = payment.adjustments.filter((one) => one.status === 'approved' && unitsOf(one) > 0)
  return new Date(Math.max(...returns.map(({ updatedAt }) => updatedAt.getTime())))
}

/** Paddle approves most refunds at once. Until then, it refuses another one. */
export const isReturnRequested = (payment: Refundable): boolean =>
  isFullyReturned(payment, ['approved', 'pending_approval'])
