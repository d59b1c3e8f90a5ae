import { Link } from 'react-router'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  type Organization,
  type OrganizationStatus,
  rolePermissions,
} from '#worker/organizations/contract.ts'
import { restoreOrganization } from './deletion-actions.ts'

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
      {organization.statusReason ? <>Reason: {organization.statusReason.replace(/\.?$/, '.')} </> : null}
      API calls are refused, and nothing can be changed.{' '}
      <Link to={paths.support} className="font-medium underline underline-offset-2">
        Contact support
      </Link>{' '}
      to activate it again.
    </Banner>
  )
}

function DeletionBanner({ organization, deleteAt }: { organization: Organization; deleteAt: string }) {
  const mayRestore = rolePermissions[organization.role].editSettings
  return (
    <Banner
      tone="critical"
      title={
        <>
          This organization will be deleted on <Time value={deleteAt} style="date-time" />
        </>
      }
      action={
        mayRestore ? (
          <Button
            variant="secondary"
            pendingLabel="Restoring..."
            action={() => restoreOrganization(organization)}
          >
            Restore Organization
          </Button>
        ) : null
      }
    >
      {mayRestore
        ? 'API calls are refused. Until then, you can restore it or export its data.'
        : 'API calls are refused. Until then, an admin can restore it.'}
    </Banner>
  )
}
