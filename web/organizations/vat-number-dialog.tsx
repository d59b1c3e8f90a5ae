import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { VAT_NUMBER_EXPECTED } from '#worker/organizations/contract.ts'

export type VatNumberDraft = { text: string; problem: string | undefined }

type VatNumberDialogProps = {
  draft: VatNumberDraft
  isSet: boolean
  onDraft: (draft: VatNumberDraft) => void
  onSave: (vatNumber: string | null) => void
  onClose: () => void
}

export function VatNumberDialog({ draft, isSet, onDraft, onSave, onClose }: VatNumberDialogProps) {
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
        data-1p-ignore
      />
    </FormDialog>
  )
}
