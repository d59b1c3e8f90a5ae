import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type OrganizationDetail, VAT_NUMBER_EXPECTED } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeVatNumber } from './settings-actions.ts'

export function VatNumber({ organization }: { organization: OrganizationDetail | undefined }) {
  const [draft, setDraft] = useState<VatNumberDraft>()
  const save = async ({ id, vatNumber: current }: OrganizationDetail, vatNumber: string | null) => {
    setDraft(undefined)
    if (vatNumber === current) return
    const problem = await changeVatNumber(id, vatNumber)
    // Reopens the dialog with the text to correct.
    if (problem) setDraft({ text: vatNumber ?? '', problem })
  }
  if (!organization) return <EditRowLoading width="w-28" />
  const { vatNumber } = organization
  return (
    <>
      <EditRow
        canEdit={permissionsIn(organization).editSettings}
        icon={vatNumber ? undefined : <Plus aria-hidden />}
        action={vatNumber ? 'Edit' : 'Add'}
        label={vatNumber ? 'Edit VAT number' : 'Add VAT number'}
        onEdit={() => setDraft({ text: vatNumber ?? '', problem: undefined })}
      >
        {vatNumber ? (
          <span className="min-w-0 break-all font-mono text-sm">{vatNumber}</span>
        ) : (
          <span className="text-faint">Not set</span>
        )}
      </EditRow>
      {draft ? (
        <VatNumberDialog
          draft={draft}
          isSet={vatNumber !== null}
          onDraft={setDraft}
          onSave={(changed) => void save(organization, changed)}
          onClose={() => setDraft(undefined)}
        />
      ) : null}
    </>
  )
}

type VatNumberDraft = { text: string; problem: string | undefined }

type VatNumberDialogProps = {
  draft: VatNumberDraft
  isSet: boolean
  onDraft: (draft: VatNumberDraft) => void
  onSave: (vatNumber: string | null) => void
  onClose: () => void
}

function VatNumberDialog({ draft, isSet, onDraft, onSave, onClose }: VatNumberDialogProps) {
  const { text, problem } = draft
  const save = () => {
    if (text.trim() === '') onDraft({ text, problem: VAT_NUMBER_EXPECTED })
    else onSave(text.trim())
  }
  return (
    <FormDialog
      title="VAT Number"
      description="We include an EU number in requests to VIES and a UK number in requests to HM Revenue & Customs. Each response then includes a consultation number, which proves to tax offices that you checked the number."
      submitLabel="Save"
      extraAction={
        isSet ? (
          <Button variant="ghost" className="sm:mr-auto" onClick={() => onSave(null)}>
            Remove
          </Button>
        ) : null
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Your VAT number"
        hint="Include the country code, for example DE136695976."
        error={problem}
        mono
        name="vatNumber"
        value={text}
        maxLength={40}
        onChange={(event) => onDraft({ text: event.target.value, problem: undefined })}
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
