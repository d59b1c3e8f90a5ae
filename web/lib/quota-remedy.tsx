import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import { quotaRemedy } from './quota-bar.tsx'

const linkClass = 'touch-target inline-block font-medium underline underline-offset-2'

export function QuotaRemedy({ organization }: { organization: Organization }) {
  switch (quotaRemedy(organization)) {
    case 'upgrade':
      return (
        <Link to={paths.products} className={linkClass}>
          Upgrade your plan
        </Link>
      )
    case 'ask-admin':
      return 'To get more, ask an admin of your organization to upgrade the plan.'
    case 'support':
      return (
        <Link to={paths.support} className={linkClass}>
          Contact support
        </Link>
      )
    default:
      return null
  }
}
