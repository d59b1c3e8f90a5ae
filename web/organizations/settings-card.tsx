import { type ReactNode, useState } from 'react'
import * as z from 'zod'
import { formatCount } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  batchRetention,
  createOrganizationSchema,
  MAX_ORGANIZATION_NAME_LENGTH,
  type Organization,
  type OrganizationDetail,
  tierNames,
} from '#worker/organizations/contract.ts'
import { LeaveOrganization } from './leave-organization.tsx'
import { permissionsIn } from './permissions.ts'
import { RecordSettings } from './record-settings.tsx'
import { changeBatchRetention, renameOrganization } from './settings-actions.ts'
import { TwoFactorRule } from './two-factor-rule.tsx'
import { VatNumber } from './vat-number.tsx'

type SettingsCardProps = {
  organization: Organization | undefined
  detail: OrganizationDetail | undefined
}

export function SettingsCard({ organization, detail }: SettingsCardProps) {
  const [isRenaming, setRenaming] = useState(false)
  const shown = (value: (loaded: Organization) => ReactNode, width: string) =>
    organization ? value(organization) : <Skeleton className={`my-1 h-3.5 ${width}`} />
  return (
    <Card title="Organization Settings" description="Include the ID when you contact support.">
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Name">
            {organization ? (
              <EditRow
                canEdit={permissionsIn(organization).editSettings}
                action="Rename"
                onEdit={() => setRenaming(true)}
              >
                <span className="min-w-0 break-words">{organization.name}</span>
              </EditRow>
            ) : (
              <EditRowLoading width="w-36" />
            )}
          </Definition>
          <Definition term="VAT number">
            <VatNumber organization={detail} />
          </Definition>
          <Definition term="Two-factor sign-in">
            <TwoFactorRule organization={organization} />
          </Definition>
          <Definition term="Batches">
            <BatchRetention organization={detail} />
          </Definition>
          <Definition term="Records">
            <RecordSettings organization={detail} />
          </Definition>
          <Definition term="Organization ID">
            <div className="flex min-h-8 items-center gap-1 @sm:-my-[5px] pointer-coarse:min-h-11">
              {shown(
                ({ id }) => (
                  <>
                    <span className="break-all font-mono text-sm">{id}</span>
                    <CopyButton text={id} label="Copy organization ID" className="pointer-coarse:size-11" />
                  </>
                ),
                'w-56',
              )}
            </div>
          </Definition>
          <Definition term="Plan">
            {shown(
              ({ tier }) => (
                <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
              ),
              'w-12',
            )}
          </Definition>
          <Definition term="Created">
            {shown(
              ({ createdAt }) => (
                <Time value={createdAt} />
              ),
              'w-24',
            )}
          </Definition>
        </Definitions>
      </CardContent>
      <CardFooter>
        <div className="flex h-5 items-center pointer-coarse:h-8">
          {shown(
            (loaded) => (
              <LeaveOrganization organization={loaded} />
            ),
            'w-32',
          )}
        </div>
      </CardFooter>
      {isRenaming && organization ? (
        <RenameDialog
          organizationId={organization.id}
          name={organization.name}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </Card>
  )
}

type RenameDialogProps = { organizationId: string | undefined; name: string; onClose: () => void }

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
      submitLabel="Save"
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Organization name"
        {...field('name')}
        autoComplete="off"
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}

function BatchRetention({ organization }: { organization: OrganizationDetail | undefined }) {
  const [isEditing, setEditing] = useState(false)
  const save = ({ id, batchRetentionDays }: OrganizationDetail, days: number) => {
    setEditing(false)
    if (days !== batchRetentionDays) void changeBatchRetention(id, days)
  }
  if (!organization) return <EditRowLoading width="w-36" />
  return (
    <>
      <EditRow
        canEdit={permissionsIn(organization).editSettings}
        action="Edit"
        label="Edit batch retention"
        onEdit={() => setEditing(true)}
      >
        <span>Deleted after {formatCount(organization.batchRetentionDays, 'day')}</span>
      </EditRow>
      {isEditing ? (
        <RetentionDialog
          days={organization.batchRetentionDays}
          onSave={(days) => save(organization, days)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}

type RetentionDialogProps = { days: number; onSave: (days: number) => void; onClose: () => void }

const { min, max } = batchRetention
const DAYS_EXPECTED = `Enter a number of days from ${min} to ${max}.`
const retentionSchema = z.object({
  days: z
    .string()
    .regex(/^\s*\d+\s*$/, DAYS_EXPECTED)
    .transform(Number)
    .pipe(z.number().min(min, DAYS_EXPECTED).max(max, DAYS_EXPECTED)),
})

function RetentionDialog({ days, onSave, onClose }: RetentionDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: retentionSchema,
    defaultValues: { days: String(days) },
    save: async (wanted) => onSave(wanted.days),
  })
  return (
    <FormDialog
      title="Batch Retention"
      description="Batches and their results are deleted this long after they end. The change applies to batches that end from now on."
      submitLabel="Save"
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Days"
        hint={`${min} to ${max}. You can delete a batch at any time.`}
        {...field('days')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}
