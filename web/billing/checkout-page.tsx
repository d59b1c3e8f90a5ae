import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { keepPath } from '#web/lib/kept-text.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { checkoutPath, isPaidPlan } from '#web/lib/paid-plan.ts'
import { queries } from '#web/lib/queries.ts'
import { useOrganizationId, useOrganizations, useUser } from '#web/lib/swr.ts'
import { colorScheme } from '#web/lib/theme.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { readCheckoutParameters, refreshPlanLater } from './checkout-calls.ts'
import {
  CheckoutScreen,
  ErrorStep,
  LoadingStep,
  Step,
  SummaryStep,
  WAITING,
  waitingTexts,
} from './checkout-steps.tsx'
import { checkoutTexts } from './failure-texts.ts'
import { loadPaddle, type PaddleCheckout } from './paddle.ts'
import { CheckoutFailure, checkout, failAt } from './payment.ts'
import { readPayment, usePaymentLink } from './payment-state.ts'
import { PlansStep } from './plans-step.tsx'
import { SettlementSteps } from './settlement-steps.tsx'
import { reportFailure, reportUnsettled, useAttempts, usePayment } from './use-checkout.ts'

export function CheckoutPage() {
  useTitle('Checkout')
  return (
    <CheckoutScreen>
      <Checkout />
    </CheckoutScreen>
  )
}

function Checkout() {
  const { data: user } = useUser()
  const [query] = useSearchParams()
  const plan = query.get('plan')
  const paymentLink = usePaymentLink()
  if (paymentLink) return <PaymentLink key={paymentLink} transactionId={paymentLink} />
  if (!isPaidPlan(plan)) return <PlansStep />
  return user ? <SignedInCheckout key={plan} plan={plan} /> : <SignInFirst plan={plan} />
}

const SignInFirst = ({ plan }: { plan: PaidPlan }) => (
  <Leave
    to={paths.auth}
    because={() => {
      keepPath(checkoutPath(plan))
      toast.error('Authentication required', {
        onNextScreen: true,
        description: 'Sign in or sign up to continue.',
      })
    }}
  />
)

function Leave({ to, because }: { to: string; because: () => void }): ReactNode {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it shows.
  useEffect(() => {
    because()
    void navigate(to, { replace: true })
  }, [])
  return null
}

function SignedInCheckout({ plan }: { plan: PaidPlan }) {
  const { data: organizations, isLoading, ...read } = useOrganizations()
  const organizationId = useOrganizationId()
  const payment = readPayment(useLocation().state)
  if (payment)
    return (
      <SettlementSteps
        plan={plan}
        payment={payment}
        texts={checkoutTexts}
        continueTo={paths.upgraded}
        label="Continue to Dashboard"
      />
    )
  if (read.error) return <LoadError inCard title="Failed to fetch organization" {...read} />
  if (!organizations || isLoading) return <LoadingStep />
  if (!organizationId) {
    return (
      <Leave
        to={paths.dashboardAlias}
        because={() => toast.error('No organization selected', { onNextScreen: true })}
      />
    )
  }
  return <Purchase key={organizationId} plan={plan} organizationId={organizationId} />
}

function Purchase({ plan, organizationId }: { plan: PaidPlan; organizationId: string }) {
  const { step, retry } = usePayment({
    readParams: () => readCheckoutParameters(organizationId, plan),
    display: { displayMode: 'overlay', theme: colorScheme() },
    leaveTo: paths.dashboardAlias,
  })
  switch (step.name) {
    case 'loading':
      return <LoadingStep />
    case 'checkout':
      return <SummaryStep plan={plan} params={step.params} onCancel={step.cancel} />
    case 'error':
      return <ErrorStep failure={step.failure} texts={checkoutTexts} plan={plan} onRetry={retry} />
  }
}

type LinkStep = { name: 'loading' | keyof typeof outcomes } | { name: 'error'; failure: CheckoutFailure }

async function loadLinkPaddle(): Promise<PaddleCheckout> {
  const { paddle } = await queries.settings.read().catch(failAt('open'))
  if (!paddle) throw new CheckoutFailure('open', { reason: "Payments aren't configured." })
  return await loadPaddle(paddle).catch(failAt('script'))
}

/** Paddle's emails link to `/checkout?_ptxn=…`, for example after a failed payment. Anyone with the link may pay. */
function PaymentLink({ transactionId }: { transactionId: string }) {
  const [step, setStep] = useState<LinkStep>({ name: 'loading' })
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const retry = useAttempts(
    async (signal) => {
      setStep({ name: 'loading' })
      // With the parameter, Paddle.js would open the payment once more.
      void navigate(pathname, { replace: true, state: { paymentLink: transactionId } })
      signal.addEventListener('abort', refreshPlanLater)
      const settings = { displayMode: 'overlay', theme: colorScheme(), locale: 'en' } as const
      const options = { transactionId, settings }
      const onOpen = () => setStep({ name: 'open' })
      const event = await checkout(await loadLinkPaddle(), options, onOpen, signal)
      if (signal.aborted && event.name === 'unsettled') reportUnsettled()
      setStep(event)
    },
    (error) => reportFailure(error, setStep),
  )
  if (step.name === 'loading') return <LoadingStep />
  if (step.name === 'error') return <ErrorStep failure={step.failure} texts={checkoutTexts} onRetry={retry} />
  return (
    <Step
      {...outcomes[step.name]}
      actions={
        <>
          {step.name === 'closed' ? <Button onClick={retry}>Try Again</Button> : null}
          <LinkButton to={paths.dashboardAlias} variant="secondary">
            Return to Dashboard
          </LinkButton>
        </>
      }
    />
  )
}

const outcomes = {
  open: {
    title: 'Complete your payment',
    text: 'Pay in the window that opens on this page.',
    icon: undefined,
  },
  completed: {
    title: 'Payment received',
    text: 'Thank you. Your subscription updates within a few minutes.',
    icon: 'done',
  },
  unsettled: {
    title: WAITING,
    text: waitingTexts.unsettled,
    icon: 'waiting',
  },
  closed: {
    title: 'Payment not completed',
    text: 'You closed the payment window. Nothing was charged.',
    icon: undefined,
  },
} as const
