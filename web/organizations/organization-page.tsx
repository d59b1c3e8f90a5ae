import { Download, FileCheck2, ScrollText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BillingCard } from '#web/billing/index.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { featuresBesidesQuota } from '#web/lib/plans.ts'
import { organizationExportUrl } from '#web/lib/queries.ts'
import { quotaLevel, quotaTones } from '#web/lib/quota-level.ts'
import { refreshOrganization, useMembers, useOrganization, useOrganizations } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { ProjectsCard } from '#web/projects/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import {
  DELETION_GRACE_DAYS,
  NO_FREE_QUOTA,
  type Organization,
  type OrganizationDetail,
  quotaPercentage,
  rolePermissions,
  type Tier,
  tierNames,
} from '#worker/organizations/contract.ts'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { NewOrganizationButton, NoOrganization } from './no-organization.tsx'
import { OrganizationScope } from './organization-scope.tsx'
import { canSeeInvitations, permissionsIn } from './permissions.ts'
import { SettingsCard } from './settings-card.tsx'
import { StatusBanner } from './status-banner.tsx'
import { isLocked, TwoFactorNeeded } from './two-factor-needed.tsx'
import { useNewOrganization } from './use-new-organization.tsx'

export function OrganizationPage() {
  const { data: organizations } = useOrganizations()
  const { data: organization, organizationId, ...read } = useOrganization()
  const { data: members, error: membersError } = useMembers()
  const newOrganization = useNewOrganization()
  useOpenRequest('new-organization', true, newOrganization.start)
  // The list has everything but the quota.
  const known = organization ?? organizations?.find(({ id }) => id === organizationId)
  // A removed member can no longer read the organization, but the list is up to date.
  const retryAll = () => (organizationId ? void refreshOrganization(organizationId) : read.retry())
  const content = () => {
    if (known && isLocked(known)) return <TwoFactorNeeded name={known.name} />
    if (read.error) {
      return <LoadError inCard title="Failed to fetch organization" {...read} retry={retryAll} />
    }
    if (!organizationId && !read.isLoading) {
      return <NoOrganization newOrganization={newOrganization} />
    }
    const areMembersThere = members !== undefined || membersError !== undefined
    return (
      <div className="space-y-5">
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
          organizationId || read.isLoading ? (
            <NewOrganizationButton newOrganization={newOrganization} variant="secondary" />
          ) : null
        }
      />
      {read.isLoading ? <LoadingText>Loading your organization...</LoadingText> : null}
      <OrganizationScope>{content()}</OrganizationScope>
      {newOrganization.dialog}
    </>
  )
}

/** For admins. Give it the organization's id as key. */
function DataCard({ organization }: { organization: Organization }) {
  return (
    <Card title="Data" description="Export your data or delete it.">
      <CardContent className="divide-y divide-line pt-1 pb-2">
        <Row title="Audit trail" text="Who changed what, and when.">
          <Button asChild variant="secondary" icon={<ScrollText aria-hidden />} className="max-sm:w-full">
            <Link to={paths.audit}>View Audit Trail</Link>
          </Button>
        </Row>
        <Row title="Records" text="Signed evidence of validations, for tax offices and customers.">
          <Button asChild variant="secondary" icon={<FileCheck2 aria-hidden />} className="max-sm:w-full">
            <Link to={paths.records}>View Records</Link>
          </Button>
        </Row>
        <Row
          title="Export data"
          text="A ZIP file with settings, members, API tokens, projects, payments, records and all calls. Token values aren't included."
        >
          <Button asChild variant="secondary" icon={<Download aria-hidden />} className="max-sm:w-full">
            <a href={organizationExportUrl(organization.id)} download>
              Export Data
            </a>
          </Button>
        </Row>
        {organization.status === 'ACTIVE' ? (
          <Row
            title="Delete organization"
            text={`Its API tokens stop working immediately. You can restore it for ${DELETION_GRACE_DAYS} days, then all data is deleted.`}
          >
            <DialogButton
              variant="secondary"
              className="text-invalid max-sm:w-full"
              icon={<Trash2 aria-hidden />}
              dialog={(close) => <DeleteOrganizationDialog organization={organization} onClose={close} />}
            >
              Delete Organization
            </DialogButton>
          </Row>
        ) : null}
      </CardContent>
    </Card>
  )
}

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
    <div className="min-w-0 sm:flex-1">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted text-sm">{text}</p>
    </div>
    {children}
  </div>
)

type UsageCardProps = {
  organization: OrganizationDetail | undefined
  tier: Tier | undefined
}

function UsageCard({ organization, tier }: UsageCardProps) {
  return (
    <Card title="API Usage" description="Validations this month, from the dashboard and the API.">
      <CardContent>
        {organization ? <Usage {...organization} /> : <UsageSkeleton />}
        <div className={tier ? undefined : 'invisible'}>
          <h3 className="mt-6 mb-2.5 font-medium text-sm">Included in {tierNames[tier ?? 'FREE']}</h3>
          <FeatureList features={featuresBesidesQuota(tier ?? 'FREE')} />
        </div>
      </CardContent>
      <CardFooter className="text-sm">
        <Link to={paths.products} className="touch-target font-medium text-accent-text hover:underline">
          See Pricing Plans
        </Link>
      </CardFooter>
    </Card>
  )
}

function Usage({ quota, status }: Pick<OrganizationDetail, 'quota' | 'status'>) {
  if (quota.monthlyLimit === 0)
    return (
      <p className="text-muted text-sm">
        {status === 'ACTIVE' ? NO_FREE_QUOTA : "This organization can't validate at the moment."}
      </p>
    )
  const percent = quotaPercentage(quota)
  const left = Math.max(0, quota.monthlyLimit - quota.usedCount)
  return (
    <>
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <p className="tabular">
          <span className="font-semibold text-xl tracking-tight sm:text-2xl">
            {formatNumber(quota.usedCount)}
          </span>
          <span className="text-muted"> of {formatNumber(quota.monthlyLimit)} used</span>
        </p>
        <p className="tabular text-muted text-sm">{percent}%</p>
      </div>
      <ProgressBar
        percent={percent}
        label="Monthly quota used"
        valueText={`${formatNumber(quota.usedCount)} of ${formatCount(quota.monthlyLimit, 'validation')} used`}
        tone={quotaTones[quotaLevel(quota)]}
      />
      <p className="tabular mt-2 text-faint text-sm">
        {formatNumber(left)} left. Resets on <Time value={quota.resetDate} style="date-time" />.
      </p>
    </>
  )
}

function UsageSkeleton() {
  return (
    <>
      <Skeleton className="mb-2 h-8 w-40" />
      <Skeleton className="h-2 w-full" />
      <div className="h-7 pt-[0.6875rem]">
        <Skeleton className="h-3.5 w-56" />
      </div>
    </>
  )
}
