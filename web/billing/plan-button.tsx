import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { changePlanPath, isPaidPlan, keepPlan } from '#web/lib/paid-plan.ts'
import type { Plan } from '#web/lib/plans.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { PlanAction } from './plan-action.ts'

type PlanButtonProps = {
  plan: Plan
  action: PlanAction
  isUnavailable: boolean
  isBusy: boolean
  onUpgrade: () => void
  describedBy: string
}

export function PlanButton({ plan, action, isUnavailable, isBusy, onUpgrade, describedBy }: PlanButtonProps) {
  const variant = plan.isMostPopular ? 'primary' : 'secondary'
  const look = { className: 'w-full', 'aria-describedby': describedBy } as const
  const { tier } = plan
  const disabled = (label: ReactNode) => (
    <Button variant="secondary" disabled {...look}>
      {label}
    </Button>
  )
  switch (action) {
    case 'sign-in':
      return (
        <Button asChild variant={variant} {...look}>
          <Link to={paths.auth} onClick={isPaidPlan(tier) ? () => keepPlan(tier) : undefined}>
            Sign In Required
          </Link>
        </Button>
      )
    case 'current':
      return (
        <Button asChild variant="secondary" {...look}>
          <Link to={paths.dashboard}>Choose Plan</Link>
        </Button>
      )
    case 'contact-support':
      return disabled('Contact Support')
    case 'no-organization':
      return disabled('No organization selected')
    case 'ask-admin':
      return disabled('Only admins can upgrade')
    case 'manage':
    case 'change':
      return (
        <Button asChild variant={variant} {...look}>
          <Link to={action === 'change' && isPaidPlan(tier) ? changePlanPath(tier) : paths.billing}>
            {action === 'change' ? `Upgrade to ${plan.name}` : 'Manage Subscription'}
          </Link>
        </Button>
      )
    case 'upgrade':
      return (
        <Button
          variant={variant}
          disabled={isUnavailable}
          pending={isBusy}
          pendingLabel="Processing..."
          onClick={onUpgrade}
          {...look}
        >
          Upgrade to {plan.name}
        </Button>
      )
  }
}
