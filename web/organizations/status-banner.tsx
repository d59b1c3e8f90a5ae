import { Link, useLocation } from 'react-router'
import { asSentence } from '#web/lib/format.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useSelected } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { OrganizationStatus } from '#worker/organizations/contract.ts'

const DeletionBanner = lazyComponent(async () => (await import('./deletion-banner.tsx')).DeletionBanner, null)

const titles: Readonly<Record<OrganizationStatus, string | undefined>> = {
  ACTIVE: undefined,
  DISABLED: 'This organization is disabled',
  SUSPENDED: 'This organization is suspended',
}

/** Why the selected organization can't be used, or not for long. */
export function StatusBanner() {
  const { pathname } = useLocation()
  const organization = useSelected()
  if (!organization || pathname.startsWith(paths.admin)) return null
  if (organization.deleteAt) {
    return <DeletionBanner organization={organization} deleteAt={organization.deleteAt} />
  }
  const title = titles[organization.status]
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
