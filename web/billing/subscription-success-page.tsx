import { useState } from 'react'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { queries } from '#web/lib/queries.ts'
import { fresh, useBilling, useOfOrganization } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { monthlyLimits, type Tier, tierNames } from '#worker/organizations/contract.ts'
import { CheckoutScreen, LoadingStep, Step, StepCard } from './checkout-steps.tsx'
import { POLL_MS, POLLS } from './payment.ts'

/** Paddle may confirm a payment late. */
const WAIT_MS = POLLS * POLL_MS

/** Anyone can open this URL, so it shows what the server says about the organization's plan. */
export function SubscriptionSuccessPage() {
  const [waitUntil, setWaitUntil] = useState(() => Date.now() + WAIT_MS)
  const mayChange = (tier: Tier | undefined) => tier === 'FREE' && Date.now() < waitUntil
  const { data: organization, ...read } = useOfOrganization(queries.organization, {
    ...fresh,
    // It isn't read while another tab is shown.
    revalidateOnFocus: true,
    refreshInterval: (latest) => (mayChange(latest?.tier) ? POLL_MS : 0),
  })
  const content = () => {
    if (read.error) {
      return (
        <StepCard>
          <LoadError title="Failed to fetch organization" {...read} />
        </StepCard>
      )
    }
    if (!organization) return <LoadingStep text="Loading your subscription..." />
    const { tier, name } = organization
    if (tier !== 'FREE') return <Activated tier={tier} name={name} />
    if (mayChange(tier) && !read.isStale)
      return <LoadingStep text="Waiting for Paddle to confirm your payment..." />
    const check = () => {
      setWaitUntil(Date.now() + WAIT_MS)
      read.retry()
    }
    return <NotActive name={name} onCheck={check} />
  }
  return <CheckoutScreen>{content()}</CheckoutScreen>
}

function Activated({ tier, name }: { tier: Exclude<Tier, 'FREE'>; name: string }) {
  const { data: billing, isLoading } = useBilling()
  const nextCharge = billing?.subscription?.nextCharge
  if (isLoading) return <LoadingStep text="Loading your subscription..." />
  return (
    <Step
      icon="done"
      title="Subscription Activated"
      text={`${name} is on the ${tierNames[tier]} plan, which includes:`}
      actions={
        <>
          <LinkButton to={paths.dashboard}>Back to Dashboard</LinkButton>
          <LinkButton to={paths.billing} variant="secondary">
            See Billing
          </LinkButton>
        </>
      }
    >
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
          Your next charge is {nextCharge.amount && `${formatMoney(nextCharge.amount, nextCharge.currency)} `}
          on <Time value={nextCharge.at} />
          {nextCharge.amount ? ', including any tax' : null}.
        </p>
      ) : null}
    </Step>
  )
}

const NotActive = ({ name, onCheck }: { name: string; onCheck: () => void }) => (
  <Step
    icon="waiting"
    title="No paid plan yet"
    text={`${name} is on the Free plan. If you just paid, your plan changes automatically as soon as Paddle confirms the payment. Don't pay again.`}
    actions={
      <>
        <LinkButton to={paths.dashboard}>Back to Dashboard</LinkButton>
        <Button variant="secondary" onClick={onCheck}>
          Check Again
        </Button>
        <LinkButton to={paths.products} variant="secondary">
          See Pricing Plans
        </LinkButton>
      </>
    }
  />
)
