import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { recordYears } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeSettings } from './settings-actions.ts'

export function RecordSettings({ organization }: { organization: OrganizationDetail | undefined }) {
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
      submitLabel="Save"
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
