import type { CheckoutSettings } from '@paddle/paddle-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import type { CheckoutParameters } from '#worker/billing/contract.ts'
import { refreshPlan, refreshPlanLater, verifyPayment } from './checkout-calls.ts'
import { WAITING, waitingTexts } from './checkout-steps.tsx'
import { failureToast, NOT_CHARGED } from './failure-texts.ts'
import { loadPaddle, type PaddleCheckout, type PaddleSetup } from './paddle.ts'
import { CheckoutFailure, checkout, failAt, type Settlement, settle, wait } from './payment.ts'
import { type Payment, paymentState } from './payment-state.ts'

type Purchase = {
  readParams: () => Promise<CheckoutParameters>
  display: CheckoutSettings
  leaveTo: string
}

type PaymentStep =
  | { name: 'loading' }
  | { name: 'checkout'; params: CheckoutParameters; cancel: () => void }
  | { name: 'error'; failure: CheckoutFailure }

/** The page shows the settlement once its history entry has the payment. */
export function usePayment({ readParams, display, leaveTo }: Purchase) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const leave = () => void navigate(leaveTo, { replace: true })
  const [step, setStep] = useState<PaymentStep>({ name: 'loading' })
  const retry = useAttempts(
    async (signal) => {
      setStep({ name: 'loading' })
      const params = await readParams().catch(failAt('parameters'))
      signal.throwIfAborted()
      if (!params.clientToken) throw new CheckoutFailure('token')
      setStep({ name: 'checkout', params, cancel: leave })
      const { priceId, customData } = params
      const { email, address, business } = params.customer
      const customer = { email, ...(address && { address }), ...(business && { business }) }
      const options = { items: [{ priceId, quantity: 1 }], customer, customData, settings: display }
      const onOpen = (cancel: () => void) => setStep({ name: 'checkout', params, cancel })
      const event = await checkout(await loadWithDelay(params, signal), options, onOpen, signal)
      if (event.name === 'closed') {
        if (signal.aborted) return
        toast.info('Payment not completed', { description: NOT_CHARGED, onNextScreen: true })
        leave()
      } else if (signal.aborted) {
        reportUnsettled()
        refreshPlanLater()
      } else {
        const { organizationId } = customData
        const { name, transactionId } = event
        const payment = { organizationId, transactionId, isUnsettled: name === 'unsettled' }
        await navigate({ pathname, search }, { replace: true, state: paymentState(payment) })
      }
    },
    (error) => reportFailure(error, setStep),
  )
  return { step, retry }
}

const OPEN_DELAY_MS = 500

async function loadWithDelay(setup: PaddleSetup, signal: AbortSignal): Promise<PaddleCheckout> {
  let isLoading = true
  const loading = loadPaddle(setup).finally(() => {
    isLoading = false
  })
  // Awaited below; a failure during the delay is not unhandled.
  loading.catch(() => undefined)
  await wait(OPEN_DELAY_MS, signal)
  if (isLoading) toast.info('Loading payment system', { description: 'This takes a moment.' })
  return await loading.catch(failAt('script'))
}

/** On the next screen, because the person left this one while a payment was being made. */
export const reportUnsettled = () =>
  toast.error('Payment not confirmed', { description: waitingTexts.unsettled, onNextScreen: true })

/** The person left while we were asking Paddle. */
const reportWaiting = ({ isUnsettled }: Payment) =>
  isUnsettled
    ? reportUnsettled()
    : toast.info(WAITING, { description: waitingTexts.pending, onNextScreen: true })

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
      signal.addEventListener('abort', refreshPlanLater)
      const result = await settle({ verify: verifyPayment, wait: waitHere }, payment, signal)
      setStep(result)
      if (result.name !== 'success') return
      signal.removeEventListener('abort', refreshPlanLater)
      await refreshPlan()
    },
    (error) => reportFailure(error, setStep),
  )
  return { step, retry }
}

export function reportFailure(
  error: unknown,
  show: (step: { name: 'error'; failure: CheckoutFailure }) => void,
): void {
  const failure =
    error instanceof CheckoutFailure ? error : new CheckoutFailure('unexpected', { cause: error })
  // A 401 leads to the sign-in screen.
  if (failure.cause instanceof ApiError && failure.cause.status === 401) return
  const { title, description } = failureToast(failure)
  toast.error(title, { description })
  show({ name: 'error', failure })
}

/** Runs once per attempt, until the screen closes. Returns a function that starts the next attempt. */
export function useAttempts(
  run: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent((signal: AbortSignal) => {
    run(signal).catch((error: unknown) => {
      if (!signal.aborted) onError(error)
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts again.
  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal)
    return () => controller.abort()
  }, [attempt])
  return () => setAttempt((count) => count + 1)
}
