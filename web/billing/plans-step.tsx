import { asSentence } from '#web/lib/format.ts'
import { checkoutPath, isPaidPlan } from '#web/lib/paid-plan.ts'
import { type PlanFeature, plans } from '#web/lib/plans.ts'
import { useBilling, useOrganization, useUser } from '#web/lib/swr.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { planAction } from './plan-action.ts'
import { PlanButton } from './plan-button.tsx'
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
  const { data: organization, ...read } = useOrganization()
  const { data: billing, ...money } = useBilling()
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
        {plans.map((plan) => {
          const { tier } = plan
          if (!isPaidPlan(tier)) return null
          // Visitors may choose, too: the next step asks them to sign in.
          const action = organization
            ? planAction(tier, true, organization, billing?.subscription)
            : 'upgrade'
          return (
            <PlanCard
              key={tier}
              plan={{ ...plan, features: features[tier] }}
              isCurrent={action === 'current'}
            >
              {(headingId) =>
                read.isLoading || money.isLoading ? (
                  <Skeleton className="h-9 w-full pointer-coarse:h-11" />
                ) : action === 'current' ? (
                  <Button variant="secondary" disabled className="w-full" aria-describedby={headingId}>
                    Your current plan
                  </Button>
                ) : (
                  <PlanButton plan={plan} action={action} describedBy={headingId}>
                    {(look) => (
                      <LinkButton to={checkoutPath(tier)} {...look}>
                        Choose {plan.name}
                      </LinkButton>
                    )}
                  </PlanButton>
                )
              }
            </PlanCard>
          )
        })}
      </div>
    </>
  )
}
