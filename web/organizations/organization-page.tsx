import { errorText } from '#web/lib/api-error.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingText } from '#web/ui/skeleton.tsx'
import { SettingsCard } from './settings-card.tsx'
import { UsageCard } from './usage-card.tsx'

export function OrganizationPage() {
  const { organization, isLoading, error, isRetrying, retry } = useOrganization()
  return (
    <>
      <PageHeader description="What your organization is called, what it may use, and what it has used." />
      {isLoading ? <LoadingText>Loading your organization…</LoadingText> : null}
      {error ? (
        <Card>
          <ErrorState
            title="Failed to fetch organization"
            description={errorText(error)}
            onRetry={retry}
            retrying={isRetrying}
          />
        </Card>
      ) : isLoading || organization ? (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <SettingsCard organization={organization} />
          <UsageCard organization={organization} />
        </div>
      ) : (
        <Card>
          <EmptyState
            title="No organizations"
            description="You do not belong to an organization. Ask an administrator of yours to invite you."
          />
        </Card>
      )}
    </>
  )
}
