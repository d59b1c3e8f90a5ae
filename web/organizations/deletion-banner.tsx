import { Time } from '#web/lib/time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Organization, rolePermissions } from '#worker/organizations/contract.ts'
import { restoreOrganization } from './deletion-actions.ts'

type DeletionBannerProps = { organization: Organization; deleteAt: string }

export function DeletionBanner({ organization, deleteAt }: DeletionBannerProps) {
  const mayRestore = rolePermissions[organization.role].editSettings
  if (Date.parse(deleteAt) <= Date.now())
    return (
      <Banner tone="critical" title="This organization is being deleted">
        It can no longer be restored.
      </Banner>
    )
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
