import { Link } from 'react-router'
import { mailto } from '#web/lib/format.ts'
import type { Plan } from '#web/lib/plans.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { OrganizationDetail, Tier } from '#worker/organizations/contract.ts'

const rank: Readonly<Record<Tier, number>> = { FREE: 0, PRO: 1, ENTERPRISE: 2 }

export type PlanAction = 'choose' | 'contact-support' | 'sign-in' | 'upgrade' | 'no-organization'

export function planAction(plan: Tier, isSignedIn: boolean, current: Tier | undefined): PlanAction {
  if (!isSignedIn) return 'sign-in'
  if (!current) return 'no-organization'
  if (plan === current) return 'choose'
  return rank[plan] < rank[current] ? 'contact-support' : 'upgrade'
}

type PlanButtonProps = {
  plan: Plan
  isSignedIn: boolean
  organization: OrganizationDetail | undefined
  supportEmail: string | undefined
  describedBy: string
}

const upgradeMail = (plan: Plan, { id, name }: OrganizationDetail) =>
  [
    `Please switch this organization to the ${plan.name} plan.`,
    '',
    `Organization: ${name}`,
    `Organization ID: ${id}`,
  ].join('\n')

export function PlanButton({ plan, isSignedIn, organization, supportEmail, describedBy }: PlanButtonProps) {
  const variant = plan.isMostPopular ? 'primary' : 'secondary'
  const look = { className: 'w-full', 'aria-describedby': describedBy } as const
  switch (planAction(plan.tier, isSignedIn, organization?.tier)) {
    case 'sign-in':
      return (
        <Button asChild variant={variant} {...look}>
          <Link to={paths.auth}>Sign In Required</Link>
        </Button>
      )
    case 'choose':
      return (
        <Button asChild variant="secondary" {...look}>
          <Link to={paths.dashboard}>Choose Plan</Link>
        </Button>
      )
    case 'contact-support':
      return (
        <Button variant="secondary" disabled {...look}>
          Contact Support
        </Button>
      )
    case 'no-organization':
      return (
        <Button variant="secondary" disabled {...look}>
          No organization selected
        </Button>
      )
    case 'upgrade':
      return organization && supportEmail ? (
        <Button asChild variant={variant} {...look}>
          <a href={mailto(supportEmail, `Upgrade to ${plan.name}`, upgradeMail(plan, organization))}>
            Upgrade to {plan.name}
          </a>
        </Button>
      ) : (
        <Button variant={variant} disabled {...look}>
          Upgrade to {plan.name}
        </Button>
      )
  }
}
