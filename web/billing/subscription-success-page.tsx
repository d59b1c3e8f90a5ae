import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useBilling, useOrganization } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { StepHeading, StepIcon } from '#web/ui/step-heading.tsx'
import { monthlyLimits, type Tier, tierNames } from '#worker/organizations/contract.ts'
import { readFreshTier } from './checkout-calls.ts'
import { CheckoutScreen, StepActions, StepCard } from './checkout-layout.tsx'
import { LoadingStep } from './checkout-steps.tsx'
import { confirmTier } from './confirm-tier.ts'
import { wait } from './payment.ts'
import { useAttempts } from './use-attempts.ts'

/** Anyone can open this URL, so it shows what the server says about the organization's plan. */
export function SubscriptionSuccessPage() {
  const { data: organization, organizationId, ...read } = useOrganization()
  return (
    <CheckoutScreen>
      {read.error ? (
        <StepCard>
          <LoadError title="Failed to fetch organization" {...read} />
        </StepCard>
      ) : organizationId && organization ? (
        <Confirmation organizationId={organizationId} name={organization.name} />
      ) : (
        <LoadingStep text="Loading your subscription..." />
      )}
    </CheckoutScreen>
  )
}

type Confirmed = { name: 'loading' } | { name: 'waiting' } | { name: 'failed'; error: Error } | Done
type Done = { name: 'done'; tier: Tier }

function useConfirmedTier(organizationId: string) {
  const [state, setState] = useState<Confirmed>({ name: 'loading' })
  const retry = useAttempts(
    async (signal) => {
      setState({ name: 'loading' })
      const readTier = () => readFreshTier(organizationId)
      const onWaiting = () => setState({ name: 'waiting' })
      const tier = await confirmTier({ readTier, wait, onWaiting }, signal)
      setState({ name: 'done', tier })
    },
    (error) => setState({ name: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
  )
  return { state, retry }
}

function Confirmation({ organizationId, name }: { organizationId: string; name: string }) {
  const { state, retry } = useConfirmedTier(organizationId)
  switch (state.name) {
    case 'loading':
      return <LoadingStep text="Loading your subscription..." />
    case 'waiting':
      return <LoadingStep text="Waiting for Paddle to confirm your payment..." />
    case 'failed':
      return (
        <StepCard>
          <LoadError
            title="Failed to fetch organization"
            error={state.error}
            retry={retry}
            isRetrying={false}
          />
        </StepCard>
      )
    case 'done':
      return state.tier === 'FREE' ? (
        <NotActive name={name} onCheck={retry} />
      ) : (
        <Activated tier={state.tier} name={name} />
      )
  }
}

function Activated({ tier, name }: { tier: Exclude<Tier, 'FREE'>; name: string }) {
  const { data: billing, isLoading } = useBilling()
  const nextCharge = billing?.subscription?.nextCharge
  if (isLoading) return <LoadingStep text="Loading your subscription..." />
  return (
    <StepCard>
      <StepHeading level={2} takesFocus icon={<StepIcon of="done" />} title="Subscription Activated">
        <p>
          {name} is on the {tierNames[tier]} plan, which includes:
        </p>
      </StepHeading>
      <FeatureList
        className="mt-4"
        features={[
          { text: `${formatNumber(monthlyLimits[tier])} monthly API requests` },
          { text: 'Access to the Tax Validation API' },
          { text: 'Priority support' },
          { text: 'Enhanced rate limits' },
        ]}
      />
      {nextCharge ? (
        <p className="tabular mt-4 border-t pt-4 text-muted">
          Your next charge is {formatMoney(nextCharge.amount, nextCharge.currency)} on{' '}
          <Time value={nextCharge.at} />.
        </p>
      ) : null}
      <StepActions>
        <Button asChild>
          <Link to={paths.dashboard}>Back to Dashboard</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.billing}>See Billing</Link>
        </Button>
      </StepActions>
    </StepCard>
  )
}

function NotActive({ name, onCheck }: { name: string; onCheck: () => void }) {
  return (
    <StepCard>
      <StepHeading level={2} takesFocus icon={<StepIcon of="waiting" />} title="No paid plan yet">
        <p>
          {name} is on the Free plan. If you just paid, your plan changes automatically as soon as Paddle
          confirms the payment. Don't pay again.
        </p>
      </StepHeading>
      <StepActions>
        <Button asChild>
          <Link to={paths.dashboard}>Back to Dashboard</Link>
        </Button>
        <Button variant="secondary" onClick={onCheck}>
          Check Again
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.products}>See Pricing Plans</Link>
        </Button>
      </StepActions>
    </StepCard>
  )
}
