import { Link } from 'react-router'
import { asSentence } from '#web/lib/format.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { Organization, OrganizationStatus } from '#worker/organizations/contract.ts'

const DeletionBanner = lazyComponent(async () => (await import('./deletion-banner.tsx')).DeletionBanner, null)

const titles: Readonly<Record<OrganizationStatus, string | undefined>> = {
  ACTIVE: undefined,
  DISABLED: 'This organization is disabled',
  SUSPENDED: 'This organization is suspended',
}

export function StatusBanner({ organization }: { organization: Organization }) {
  const title = titles[organization.status]
  if (organization.deleteAt) {
    return <DeletionBanner organization={organization} deleteAt={organization.deleteAt} />
  }
  if (!title) return null
  return (
    <Banner tone="critical" title={title}>
      {organization.statusReason ? <>Reason: {asSentence(organization.statusReason)} </> : null}
      API calls are refused, and nothing can be changed.{' '}
      <Link to={paths.support} className="font-medium underline underline-offset-2">
        Contact support
      </Link>{' '}
      to activate it again.
    </Banner>
  )
}
