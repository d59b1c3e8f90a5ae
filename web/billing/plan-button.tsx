import type { ReactNode } from 'react'
import { keepPath } from '#web/lib/kept-text.ts'
import { changePlanPath, checkoutPath, isPaidPlan } from '#web/lib/paid-plan.ts'
import type { Plan } from '#web/lib/plans.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import type { PlanAction } from './plan-action.ts'

type Look = { variant: 'primary' | 'secondary'; className: string; 'aria-describedby': string }

type PlanButtonProps = {
  plan: Plan
  action: PlanAction
  describedBy: string
  children: (look: Look) => ReactNode
}

export function PlanButton({ plan, action, describedBy, children }: PlanButtonProps) {
  const { tier, name, isMostPopular } = plan
  const look: Look = {
    variant: isMostPopular ? 'primary' : 'secondary',
    className: 'w-full',
    'aria-describedby': describedBy,
  }
  const disabled = (label: string) => (
    <Button {...look} variant="secondary" disabled>
      {label}
    </Button>
  )
  switch (action) {
    case 'sign-in':
      return (
        <LinkButton
          to={paths.signUp}
          onClick={isPaidPlan(tier) ? () => keepPath(checkoutPath(tier)) : undefined}
          {...look}
        >
          Sign In Required
        </LinkButton>
      )
    case 'current':
      return (
        <LinkButton to={paths.dashboard} {...look} variant="secondary">
          Choose Plan
        </LinkButton>
      )
    case 'contact-support':
      return disabled('Contact Support')
    case 'no-organization':
      return disabled('No organization selected')
    case 'ask-admin':
      return disabled('Only admins can upgrade')
    case 'unavailable':
      return disabled('Not Available Now')
    case 'manage':
    case 'change':
      return (
        <LinkButton
          to={action === 'change' && isPaidPlan(tier) ? changePlanPath(tier) : paths.billing}
          {...look}
        >
          {action === 'change' ? `Upgrade to ${name}` : 'Manage Subscription'}
        </LinkButton>
      )
    case 'upgrade':
      return children(look)
  }
}
