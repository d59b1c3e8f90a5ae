import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { isPaidPlan, keepPlan } from '#web/lib/paid-plan.ts'
import { useOrganizationId, useOrganizations, useUser } from '#web/lib/swr.ts'
import { colorScheme } from '#web/lib/theme.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { readCheckoutParameters } from './checkout-calls.ts'
import { CheckoutScreen } from './checkout-layout.tsx'
import { ErrorStep, LoadingStep, SummaryStep } from './checkout-steps.tsx'
import { checkoutTexts } from './failure-texts.ts'
import { PaymentLink } from './payment-link.tsx'
import { paymentState, readPayment, usePaymentLink } from './payment-state.ts'
import { PlansStep } from './plans-step.tsx'
import { SettlementSteps } from './settlement-steps.tsx'
import { usePayment } from './use-checkout.ts'

export function CheckoutPage() {
  const { data: user } = useUser()
  const [query] = useSearchParams()
  const plan = query.get('plan')
  const paymentLink = usePaymentLink()
  useTitle('Checkout')
  if (paymentLink) {
    return (
      <CheckoutScreen>
        <PaymentLink key={paymentLink} transactionId={paymentLink} />
      </CheckoutScreen>
    )
  }
  if (!isPaidPlan(plan)) {
    return (
      <CheckoutScreen>
        <PlansStep />
      </CheckoutScreen>
    )
  }
  if (!user) return <SignInFirst plan={plan} />
  return (
    <CheckoutScreen>
      <SignedInCheckout key={plan} plan={plan} />
    </CheckoutScreen>
  )
}

function SignInFirst({ plan }: { plan: PaidPlan }) {
  return (
    <Leave
      to={paths.auth}
      because={() => {
        keepPlan(plan)
        toast.error('Authentication required', {
          onNextScreen: true,
          description: 'Sign in or sign up to continue.',
        })
      }}
    />
  )
}

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
  if (read.error) {
    return (
      <Card>
        <LoadError title="Failed to fetch organization" {...read} error={read.error} />
      </Card>
    )
  }
  if (!organizations || isLoading) return <LoadingStep />
  if (!organizationId) {
    return (
      <Leave
        to={paths.dashboardAlias}
        because={() => toast.error('No organization selected', { onNextScreen: true })}
      />
    )
  }
  return <Purchase plan={plan} organizationId={organizationId} />
}

function Purchase({ plan, organizationId }: { plan: PaidPlan; organizationId: string }) {
  const navigate = useNavigate()
  const leave = () => void navigate(paths.dashboardAlias, { replace: true })
  const { pathname, search } = useLocation()
  const { step, retry } = usePayment({
    readParams: () => readCheckoutParameters(organizationId, plan),
    display: { displayMode: 'overlay', theme: colorScheme() },
    onPaid: (payment) => void navigate({ pathname, search }, { replace: true, state: paymentState(payment) }),
    onClosed: leave,
    onSignedOut: () => keepPlan(plan),
  })
  switch (step.name) {
    case 'loading':
      return <LoadingStep />
    case 'checkout':
      return <SummaryStep plan={plan} params={step.params} onCancel={leave} />
    case 'error':
      return <ErrorStep failure={step.failure} texts={checkoutTexts} plan={plan} onRetry={retry} />
  }
}
