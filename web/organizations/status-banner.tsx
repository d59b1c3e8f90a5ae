import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { OrganizationStatus } from '#worker/organizations/contract.ts'

const titles: Readonly<Record<OrganizationStatus, string | undefined>> = {
  ACTIVE: undefined,
  DISABLED: 'This organization is disabled',
  SUSPENDED: 'This organization is suspended',
}

export function StatusBanner({ status }: { status: OrganizationStatus }) {
  const title = titles[status]
  if (!title) return null
  return (
    <Banner tone="critical" title={title}>
      Its API calls are refused, and nothing in it can be changed.{' '}
      <Link to={paths.support} className="font-medium underline underline-offset-2">
        Contact support
      </Link>{' '}
      to make it active again.
    </Banner>
  )
}
