import { useState } from 'react'
import { ApiError, isRefusal } from '#web/lib/api-error.ts'
import { mayBeSignedIn } from '#web/lib/session-sign.ts'
import { toast } from '#web/ui/toast.tsx'
import type { CheckoutParameters } from '#worker/billing/contract.ts'
import { refreshAfterUpgrade, verifyPayment } from './checkout-calls.ts'
import { WAITING, waitingTexts } from './checkout-steps.tsx'
import { failureToast, NOT_CHARGED } from './failure-texts.ts'
import { loadPaddle } from './paddle.ts'
import { CheckoutFailure, type Display, type Payment, pay, type Settlement, settle, wait } from './payment.ts'
import { useAttempts } from './use-attempts.ts'

type Purchase = {
  readParams: () => Promise<CheckoutParameters>
  display: Display
  onPaid: (payment: Payment) => void
  onClosed: () => void
}

type PaymentStep =
  | { name: 'loading' }
  | { name: 'checkout'; params: CheckoutParameters; cancel: () => void }
  | { name: 'error'; failure: CheckoutFailure }

export function usePayment({ readParams, display, onPaid, onClosed }: Purchase) {
  const [step, setStep] = useState<PaymentStep>({ name: 'loading' })
  const retry = useAttempts(
    async (signal) => {
      setStep({ name: 'loading' })
      const steps = {
        display,
        onReady: (params: CheckoutParameters) => setStep({ name: 'checkout', params, cancel: onClosed }),
        onOpen: (cancel: () => void) =>
          setStep((current) => (current.name === 'checkout' ? { ...current, cancel } : current)),
        onSlowScript: () => toast.info('Loading payment system', { description: 'This takes a moment.' }),
      }
      const payment = await pay({ readParams, loadPaddle, wait }, steps, signal)
      if (signal.aborted) reportUnsettled()
      else if (payment) onPaid(payment)
      else {
        toast.info('Payment not completed', { description: NOT_CHARGED, onNextScreen: true })
        onClosed()
      }
    },
    (error) => {
      const failure = asFailure(error)
      if (isSignedOut(failure)) return
      report(failure)
      setStep({ name: 'error', failure })
    },
  )
  return { step, retry }
}

/** On the next screen, because the person left this one while a payment was being made. */
export const reportUnsettled = () =>
  toast.error('Payment not confirmed', { description: waitingTexts.unsettled, onNextScreen: true })

/** The person left while we were asking Paddle. */
const reportWaiting = ({ isUnsettled }: Payment) =>
  isUnsettled
    ? reportUnsettled()
    : toast.info(WAITING, { description: waitingTexts.pending, onNextScreen: true })

const deps = { verify: verifyPayment, isRefusal }
const LATER_MS = 15_000
const LATER_ROUNDS = 4
const later = new Map<string | undefined, Promise<Settlement | undefined>>()

/**
 * Up to 10 minutes, or until they sign out, so that the screen that the person is on then shows the plan. Undefined if it isn't
 * confirmed.
 */
function settleLater(payment: Payment): Promise<Settlement | undefined> {
  const { transactionId } = payment
  const known = later.get(transactionId)
  if (known) return known
  const started = pollSlowly(payment).finally(() => later.delete(transactionId))
  later.set(transactionId, started)
  return started
}

async function pollSlowly(payment: Payment): Promise<Settlement | undefined> {
  const { signal } = new AbortController()
  const pause = async () => {
    await wait(LATER_MS, signal)
    if (!mayBeSignedIn()) throw new Error('Signed out')
  }
  for (let round = 0; round < LATER_ROUNDS; round++) {
    await pause()
    const result = await settle({ ...deps, wait: pause }, payment, signal)
    if (result.name !== 'success') continue
    await refreshAfterUpgrade(payment.organizationId)
    return result
  }
  return undefined
}

type SettlementStep = { name: 'verifying' } | Settlement | { name: 'error'; failure: CheckoutFailure }

/** Confirms a payment with the server. `retry` asks again and never pays again. */
export function useSettlement(payment: Payment) {
  const [step, setStep] = useState<SettlementStep>({ name: 'verifying' })
  const retry = useAttempts(
    async (signal) => {
      setStep({ name: 'verifying' })
      const waitHere = async (milliseconds: number) => {
        signal.throwIfAborted()
        await wait(milliseconds, signal).finally(() => signal.aborted && reportWaiting(payment))
      }
      const result = await settle({ ...deps, wait: waitHere }, payment, signal).catch((error: unknown) => {
        if (error === signal.reason) settleLater(payment).catch(() => undefined)
        throw error
      })
      setStep(result)
      if (result.name === 'success') await refreshAfterUpgrade(payment.organizationId)
      else setStep((await settleLater(payment)) ?? result)
    },
    (error) => {
      const failure = asFailure(error)
      if (isSignedOut(failure)) return
      report(failure)
      setStep({ name: 'error', failure })
    },
  )
  return { step, retry }
}

const asFailure = (error: unknown) =>
  error instanceof CheckoutFailure ? error : new CheckoutFailure('unexpected', { cause: error })

const isSignedOut = ({ cause }: CheckoutFailure) => cause instanceof ApiError && cause.status === 401

function report(failure: CheckoutFailure): void {
  const { title, description } = failureToast(failure)
  toast.error(title, { description })
}
