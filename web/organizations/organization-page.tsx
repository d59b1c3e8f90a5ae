import { BillingCard } from '#web/billing/index.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { refreshOrganization, useMembers, useOrganization, useOrganizations } from '#web/lib/swr.ts'
import { ProjectsCard } from '#web/projects/index.ts'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingText } from '#web/ui/skeleton.tsx'
import { rolePermissions } from '#worker/organizations/contract.ts'
import { DataCard } from './data-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { NewOrganizationButton, NoOrganization } from './no-organization.tsx'
import { canSeeInvitations, permissionsIn } from './permissions.ts'
import { SettingsCard } from './settings-card.tsx'
import { StatusBanner } from './status-banner.tsx'
import { UsageCard } from './usage-card.tsx'
import { useNewOrganization } from './use-new-organization.tsx'

export function OrganizationPage() {
  const { data: organizations } = useOrganizations()
  const { data: organization, organizationId, isLoading, error, isRetrying, retry } = useOrganization()
  const { data: members, error: membersError } = useMembers()
  const newOrganization = useNewOrganization()
  useOpenRequest('new-organization', true, () => newOrganization.start())
  // The list has everything but the quota.
  const known = organization ?? organizations?.find(({ id }) => id === organizationId)
  // A removed member can no longer read the organization, but the list is up to date.
  const retryAll = () => (organizationId ? void refreshOrganization(organizationId) : retry())
  const content = () => {
    if (error) {
      return (
        <Card>
          <LoadError
            title="Failed to fetch organization"
            error={error}
            retry={retryAll}
            isRetrying={isRetrying}
          />
        </Card>
      )
    }
    if (!organizationId && !isLoading) {
      return <NoOrganization newOrganization={newOrganization} />
    }
    const areMembersThere = members !== undefined || membersError !== undefined
    return (
      <div key={organizationId} className="space-y-5">
        {known ? <StatusBanner organization={known} /> : null}
        <div className="grid gap-5 lg:grid-cols-2">
          <SettingsCard organization={known} detail={organization} />
          <UsageCard organization={organization} tier={known?.tier} />
        </div>
        {known ? <BillingCard organization={known} vatNumber={organization?.vatNumber} /> : null}
        {known ? <MembersCard organization={known} /> : null}
        {/* Wait for the members, or this card would jump. */}
        {known && areMembersThere && canSeeInvitations(known) ? (
          <InvitationsCard organization={known} />
        ) : null}
        {known && areMembersThere ? (
          <>
            <ProjectsCard organizationId={known.id} canManage={permissionsIn(known).manageProjects} />
            {rolePermissions[known.role].editSettings ? <DataCard organization={known} /> : null}
          </>
        ) : null}
      </div>
    )
  }

  return (
    <>
      <PageHeader
        description="Settings, usage and team for your organization."
        actions={
          organizationId || isLoading ? (
            <NewOrganizationButton newOrganization={newOrganization} variant="secondary" />
          ) : null
        }
      />
      {isLoading ? <LoadingText>Loading your organization...</LoadingText> : null}
      {content()}
      {newOrganization.dialog}
    </>
  )
}
