import { Plus } from 'lucide-react'
import { Link, Navigate, useLocation } from 'react-router'
import * as z from 'zod'
import { formatNumber } from '#web/lib/format.ts'
import { useOpenOn } from '#web/lib/open-request.ts'
import { featuresBesidesQuota } from '#web/lib/plans.ts'
import { QuotaBar } from '#web/lib/quota-bar.tsx'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  createOrganizationSchema,
  MAX_ORGANIZATION_NAME_LENGTH,
  NO_FREE_QUOTA,
  type Organization,
  type OrganizationDetail,
  quotaPercentage,
  type Tier,
  tierNames,
  VAT_NUMBER_EXPECTED,
} from '#worker/organizations/contract.ts'
import { OrganizationTab } from './organization-tab.tsx'
import { permissionsIn } from './permissions.ts'
import { attemptIn, refreshAfterRefusal } from './report-failure.ts'
import { changeVatNumber, FAILURE, renameOrganization } from './settings-actions.ts'

export function OrganizationPage() {
  const { hash, search } = useLocation()
  const openOn = useOpenOn()
  // The address of the billing tab in older emails.
  if (hash === '#billing') return <Navigate to={{ pathname: paths.billing, search }} replace />
  return (
    <OrganizationTab>
      {(organization, detail) => (
        <>
          <PageHeader
            description="Settings and usage for your organization."
            actions={
              <Button
                variant="secondary"
                icon={<Plus />}
                onClick={() => openOn(paths.organization, { open: 'new-organization' })}
              >
                New Organization
              </Button>
            }
          />
          <div className="grid gap-5 lg:grid-cols-2">
            <SettingsCard organization={organization} detail={detail} />
            <UsageCard organization={detail} tier={organization.tier} />
          </div>
        </>
      )}
    </OrganizationTab>
  )
}

type UsageCardProps = { organization: OrganizationDetail | undefined; tier: Tier }

function UsageCard({ organization, tier }: UsageCardProps) {
  return (
    <Card title="API Usage" description="Validations this month, from the dashboard and the API.">
      <CardContent>
        {organization ? <Usage {...organization} /> : <UsageSkeleton />}
        <h3 className="mt-6 mb-2.5 font-medium text-sm">Included in {tierNames[tier]}</h3>
        <FeatureList features={featuresBesidesQuota(tier)} />
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
  const left = Math.max(0, quota.monthlyLimit - quota.usedCount)
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-2">
        <p className="tabular">
          <span className="font-semibold text-xl tracking-tight sm:text-2xl">
            {formatNumber(quota.usedCount)}
          </span>
          <span className="text-muted"> of {formatNumber(quota.monthlyLimit)} used</span>
        </p>
        <p className="tabular text-muted text-sm">{quotaPercentage(quota)}%</p>
      </div>
      <QuotaBar quota={quota} />
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

type SettingsCardProps = { organization: Organization; detail: OrganizationDetail | undefined }

function SettingsCard({ organization, detail }: SettingsCardProps) {
  const { id, name, tier, createdAt } = organization
  return (
    <Card title="Organization Settings" description="Include the ID when you contact support.">
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Name">
            <EditRow
              canEdit={permissionsIn(organization).editSettings}
              action="Rename"
              dialog={(close) => <RenameDialog organizationId={id} name={name} onClose={close} />}
            >
              <span className="min-w-0 break-words">{name}</span>
            </EditRow>
          </Definition>
          <Definition term="VAT number">
            <VatNumber organization={detail} />
          </Definition>
          <Definition term="Organization ID">
            <div className="flex min-h-8 items-center gap-1 @sm:-my-[5px] pointer-coarse:min-h-11">
              <span className="break-all font-mono text-sm">{id}</span>
              <CopyButton text={id} label="Copy organization ID" className="pointer-coarse:size-11" />
            </div>
          </Definition>
          <Definition term="Plan">
            <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
          </Definition>
          <Definition term="Created">
            <Time value={createdAt} />
          </Definition>
        </Definitions>
      </CardContent>
    </Card>
  )
}

type RenameDialogProps = { organizationId: string; name: string; onClose: () => void }

function RenameDialog({ organizationId, name: current, onClose }: RenameDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: createOrganizationSchema,
    defaultValues: { name: current },
    save: async ({ name }) => {
      onClose()
      if (name !== current) void renameOrganization(organizationId, name)
    },
  })
  return (
    <FormDialog
      title="Rename Organization"
      description="Everyone in the organization sees the new name. Its ID and API tokens don't change."
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Organization name"
        {...field('name')}
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}

function VatNumber({ organization }: { organization: OrganizationDetail | undefined }) {
  if (!organization) return <EditRowLoading width="w-28" />
  const { vatNumber } = organization
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      icon={vatNumber ? undefined : <Plus />}
      action={vatNumber ? 'Edit' : 'Add'}
      label={vatNumber ? 'Edit VAT number' : 'Add VAT number'}
      dialog={(close) => <VatNumberDialog organization={organization} onClose={close} />}
    >
      {vatNumber ? (
        <span className="min-w-0 break-all font-mono text-sm">{vatNumber}</span>
      ) : (
        <span className="text-faint">Not set</span>
      )}
    </EditRow>
  )
}

const schema = z.object({ vatNumber: z.string().trim().min(1, VAT_NUMBER_EXPECTED) })

type VatNumberDialogProps = { organization: OrganizationDetail; onClose: () => void }

function VatNumberDialog({ organization: { id, vatNumber: current }, onClose }: VatNumberDialogProps) {
  const save = async (vatNumber: string | null) => {
    if (vatNumber !== current) await changeVatNumber(id, vatNumber)
    onClose()
  }
  const { field, dialog } = useDialogForm({
    schema,
    defaultValues: { vatNumber: current ?? '' },
    failure: FAILURE,
    save: async ({ vatNumber }) => {
      try {
        await save(vatNumber)
      } catch (error) {
        await refreshAfterRefusal(error, id)
        throw error
      }
    },
  })
  return (
    <FormDialog
      title="VAT Number"
      description="We include an EU number in requests to VIES and a UK number in requests to HM Revenue & Customs. Each response then includes a consultation number, which proves to tax offices that you checked the number."
      extraAction={
        current ? (
          <Button
            variant="ghost"
            className="sm:mr-auto"
            action={() => attemptIn(id, FAILURE, () => save(null))}
          >
            Remove
          </Button>
        ) : null
      }
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Your VAT number"
        hint="Include the country code, for example DE136695976."
        {...field('vatNumber')}
        mono
        maxLength={40}
        onFocus={(event) => event.target.select()}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
