import { Plus } from 'lucide-react'
import * as z from 'zod'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Button } from '#web/ui/button.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type OrganizationDetail, VAT_NUMBER_EXPECTED } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { attemptIn, refreshAfterRefusal } from './report-failure.ts'
import { changeVatNumber, FAILURE } from './settings-actions.ts'

export function VatNumber({ organization }: { organization: OrganizationDetail | undefined }) {
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
      submitLabel="Save"
      pendingLabel="Saving..."
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
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
