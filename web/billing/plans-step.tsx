import { asSentence } from '#web/lib/format.ts'
import { changePlanPath, checkoutPath, isPaidPlan } from '#web/lib/paid-plan.ts'
import { type Plan, type PlanFeature, plans } from '#web/lib/plans.ts'
import { useBilling, useOrganization, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { planAction } from './plan-action.ts'
import { PlanCard } from './plan-card.tsx'

const features: Readonly<Record<PaidPlan, readonly PlanFeature[]>> = {
  PRO: [
    { text: 'Full access' },
    { text: 'One API for tax ID validation in many countries' },
    { text: 'Bulk validation' },
    { text: '1,000 validations per month' },
    { text: 'Premium support' },
  ],
  ENTERPRISE: [
    { text: 'Everything in Pro' },
    { text: '10,000 validations per month' },
    { text: 'Priority support' },
    { text: 'Custom integrations' },
    { text: 'A dedicated account manager' },
  ],
}

export function PlansStep() {
  const { data: user } = useUser()
  const { data: organization, isLoading } = useOrganization()
  return (
    <>
      <div className="mb-6">
        {user ? null : <h1 className="mb-2 font-semibold text-3xl tracking-tight">Checkout</h1>}
        <p className="wrap-anywhere max-w-2xl text-muted">
          {asSentence(`Choose a plan for ${organization?.name ?? 'your organization'}`)} You pay monthly and
          can cancel at any time.
        </p>
      </div>
      <div className="grid items-stretch gap-5 md:grid-cols-2">
        {plans.map((plan) =>
          isPaidPlan(plan.tier) ? (
            <PlanCard
              key={plan.tier}
              plan={{ ...plan, features: features[plan.tier] }}
              isCurrent={plan.tier === organization?.tier}
            >
              {(headingId) =>
                isLoading ? (
                  <Skeleton className="h-9 w-full pointer-coarse:h-11" />
                ) : (
                  <CheckoutButton plan={plan} describedBy={headingId} />
                )
              }
            </PlanCard>
          ) : null,
        )}
      </div>
    </>
  )
}

/** Visitors may choose too: the next step asks them to sign in. */
function CheckoutButton({ plan, describedBy }: { plan: Plan; describedBy: string }) {
  const { tier, name, isMostPopular } = plan
  const { data: organization } = useOrganization()
  const { data: billing } = useBilling()
  const look = { className: 'w-full', 'aria-describedby': describedBy } as const
  if (!isPaidPlan(tier)) return null
  const action = planAction(tier, true, organization, billing?.subscription)
  if (action === 'current' || action === 'contact-support' || action === 'ask-admin') {
    const labels = {
      current: 'Your current plan',
      'contact-support': 'Contact Support',
      'ask-admin': 'Only admins can upgrade',
    }
    return (
      <Button variant="secondary" disabled {...look}>
        {labels[action]}
      </Button>
    )
  }
  if (action === 'manage') {
    return (
      <LinkButton to={paths.billing} variant="secondary" {...look}>
        Manage Subscription
      </LinkButton>
    )
  }
  return (
    <LinkButton
      to={action === 'change' ? changePlanPath(tier) : checkoutPath(tier)}
      variant={isMostPopular ? 'primary' : 'secondary'}
      {...look}
    >
      Choose {name}
    </LinkButton>
  )
}
