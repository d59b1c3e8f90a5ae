import { Download, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { formatCount } from '#web/lib/format.ts'
import { inOrganization } from '#web/lib/queries.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  batchRetention,
  DELETION_GRACE_DAYS,
  type Organization,
  type OrganizationDetail,
  recordYears,
  rolePermissions,
} from '#worker/organizations/contract.ts'
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { permissionsIn } from './permissions.ts'
import { changeSettings } from './settings-actions.ts'

export function DataPage() {
  return (
    <OrganizationTab>
      {(organization, detail) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Card title="Retention" description="How long results stay available.">
            <CardContent className="pt-3">
              <Definitions>
                <Definition term="Batches">
                  <BatchRetention organization={detail} />
                </Definition>
                <Definition term="Records">
                  <RecordSettings organization={detail} />
                </Definition>
              </Definitions>
            </CardContent>
          </Card>
          {rolePermissions[organization.role].editSettings ? <DataCard organization={organization} /> : null}
        </div>
      )}
    </OrganizationTab>
  )
}

function DataCard({ organization }: { organization: Organization }) {
  return (
    <Card title="Data">
      <CardContent className="divide-y divide-line pt-1 pb-2">
        <Row
          title="Export data"
          text="A ZIP file with settings, members, API tokens, projects, payments, records and all calls. Token values aren't included."
        >
          <LinkButton
            href={api.organization.export.$path(inOrganization(organization.id))}
            download
            variant="secondary"
            icon={<Download />}
            className="max-sm:w-full"
          >
            Export Data
          </LinkButton>
        </Row>
        {organization.status === 'ACTIVE' ? (
          <Row
            title="Delete organization"
            text={`Its API tokens stop working immediately. You can restore it for ${DELETION_GRACE_DAYS} days, then all data is deleted.`}
          >
            <DialogButton
              variant="secondary"
              className="text-invalid max-sm:w-full"
              icon={<Trash2 />}
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

function BatchRetention({ organization }: { organization: OrganizationDetail | undefined }) {
  if (!organization) return <EditRowLoading width="w-36" />
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      action="Edit"
      label="Edit batch retention"
      dialog={(close) => <RetentionDialog organization={organization} onClose={close} />}
    >
      <span>Deleted after {formatCount(organization.batchRetentionDays, 'day')}</span>
    </EditRow>
  )
}

type RetentionDialogProps = { organization: OrganizationDetail; onClose: () => void }

const { min, max } = batchRetention
const DAYS_EXPECTED = `Enter a number of days from ${min} to ${max}.`
const retentionSchema = z.object({
  days: z
    .string()
    .regex(/^\s*\d+\s*$/, DAYS_EXPECTED)
    .transform(Number)
    .pipe(z.number().min(min, DAYS_EXPECTED).max(max, DAYS_EXPECTED)),
})

function RetentionDialog({
  organization: { id, batchRetentionDays: current },
  onClose,
}: RetentionDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: retentionSchema,
    defaultValues: { days: String(current) },
    save: async ({ days }) => {
      onClose()
      if (days === current) return
      const description = `Batches that end from now on are deleted after ${formatCount(days, 'day')}.`
      void changeSettings(id, { batchRetentionDays: days }, { description })
    },
  })
  return (
    <FormDialog
      title="Batch Retention"
      description="Batches and their results are deleted this long after they end. The change applies to batches that end from now on."
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Days"
        hint={`${min} to ${max}. You can delete a batch at any time.`}
        {...field('days')}
        inputMode="numeric"
        maxLength={3}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}

function RecordSettings({ organization }: { organization: OrganizationDetail | undefined }) {
  if (!organization) return <EditRowLoading width="w-36" />
  const { tier, keepsRecords } = organization
  const years = Math.min(organization.recordYears ?? recordYears[tier], recordYears[tier])
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      action="Edit"
      label="Edit records"
      dialog={(close) => <RecordDialog organization={organization} onClose={close} />}
    >
      <span>
        {keepsRecords ? 'Every validation' : 'On request'}, kept {formatCount(years, 'year')}
      </span>
    </EditRow>
  )
}

const LONGEST = 'longest'

type DialogProps = { organization: OrganizationDetail; onClose: () => void }

function RecordDialog({ organization: { id, tier, ...current }, onClose }: DialogProps) {
  const [keepsRecords, setKeepsRecords] = useState(current.keepsRecords)
  const [years, setYears] = useState(current.recordYears === null ? LONGEST : String(current.recordYears))
  const longest = recordYears[tier]
  const shorter = Array.from({ length: longest - 1 }, (_, index) => index + 1)
  const options = [
    { value: LONGEST, label: `As long as your plan allows (${formatCount(longest, 'year')})` },
    ...shorter.map((count) => ({ value: String(count), label: formatCount(count, 'year') })),
  ]
  return (
    <FormDialog
      title="Records"
      description="A record is signed evidence of a validation. Changes apply to new records."
      onSubmit={() => {
        onClose()
        void changeSettings(
          id,
          { keepsRecords, recordYears: years === LONGEST ? null : Number(years) },
          { description: 'The change applies to new records.' },
        )
      }}
      onClose={onClose}
    >
      <div className="space-y-5">
        <Checkbox
          label="Keep a record of every validation"
          hint={'API calls with "record": false and batches keep none.'}
          checked={keepsRecords}
          onCheckedChange={setKeepsRecords}
        />
        <Field label="Keep records for" hint="You can delete a record at any time.">
          <Select
            options={options}
            value={options.some(({ value }) => value === years) ? years : LONGEST}
            onValueChange={setYears}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
