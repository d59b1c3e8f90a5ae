import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { type Organization, rolePermissions } from '#worker/organizations/contract.ts'
import { isPaidPlan } from './paid-plan.ts'

/**
 * How to get more. Undefined while no plan can be bought: a payment is due, or the organization isn't active. Everyone may
 * buy the first plan, and only admins may change it.
 */
export function wayToGetMore({ tier, role, status, graceEndsAt }: Organization) {
  if (status !== 'ACTIVE' || graceEndsAt) return undefined
  if (tier === 'ENTERPRISE') return 'support'
  return isPaidPlan(tier) && !rolePermissions[role].editSettings ? 'ask-admin' : 'upgrade'
}

export function GetMore({ organization }: { organization: Organization }) {
  const way = wayToGetMore(organization)
  if (!way) return null
  if (way === 'ask-admin') return 'To get more, ask an admin of your organization to upgrade the plan.'
  return (
    <Link
      to={way === 'upgrade' ? paths.products : paths.support}
      className="touch-target inline-block font-medium underline underline-offset-2"
    >
      {way === 'upgrade' ? 'Upgrade your plan' : 'Contact support'}
    </Link>
  )
}
