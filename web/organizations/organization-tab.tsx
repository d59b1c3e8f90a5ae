import type { ReactNode } from 'react'
import { LoadError } from '#web/lib/load-error.tsx'
import { refreshOrganization, useOrganization, useSelected } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { LoadingCard } from '#web/ui/skeleton.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import {
  type Organization,
  type OrganizationDetail,
  rolePermissions,
} from '#worker/organizations/contract.ts'

type Tab = { to: string; name: string; isForAdmins?: true }

const tabs: readonly Tab[] = [
  { to: paths.organization, name: 'General' },
  { to: paths.team, name: 'Team' },
  { to: paths.billing, name: 'Billing' },
  { to: paths.projects, name: 'Projects' },
  { to: paths.organizationSecurity, name: 'Security' },
  { to: paths.audit, name: 'Audit', isForAdmins: true },
  { to: paths.data, name: 'Data' },
]

type OrganizationTabProps = {
  children: (organization: Organization, detail: OrganizationDetail | undefined) => ReactNode
}

export function OrganizationTab({ children }: OrganizationTabProps) {
  const listed = useSelected()
  const { data: detail, organizationId, ...read } = useOrganization()
  const organization = detail ?? listed
  const isAdmin = organization !== undefined && rolePermissions[organization.role].editSettings
  // A removed member can no longer read the organization, but the list is up to date.
  const retry = () => (organizationId ? void refreshOrganization(organizationId) : read.retry())
  const content = () => {
    if (read.error) {
      return <LoadError inCard title="Failed to fetch organization" {...read} retry={retry} />
    }
    if (organization) return children(organization, detail)
    return <LoadingCard label="Loading your organization..." />
  }
  return (
    <>
      <TabLinks
        label="Organization"
        links={isAdmin ? tabs : tabs.filter(({ isForAdmins }) => !isForAdmins)}
      />
      <div className="space-y-5">{content()}</div>
    </>
  )
}
