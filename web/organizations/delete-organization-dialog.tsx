import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { DELETION_GRACE_DAYS, NAME_EXPECTED, type Organization } from '#worker/organizations/contract.ts'
import { deleteOrganization } from './deletion-actions.ts'

type DeleteOrganizationDialogProps = { organization: Organization; onClose: () => void }

export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const { name } = organization
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  const { submit, isPending } = useSingleSubmit(async () => {
    if (typed.trim() !== name) {
      setError(NAME_EXPECTED)
      return
    }
    if (!(await deleteOrganization(organization))) return
    onClose()
    // Where the banner is.
    window.scrollTo(0, 0)
  })
  return (
    <FormDialog
      title="Delete Organization"
      submitLabel="Delete Organization"
      pendingLabel="Deleting..."
      isPending={isPending}
      tone="danger"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="space-y-4">
        <Banner tone="critical" title="API calls fail immediately">
          All API tokens and project keys are revoked and can't be restored. Everything else can be restored
          for {DELETION_GRACE_DAYS} days. Every admin gets an email.
        </Banner>
        <TextField
          label={
            <>
              Type <span className="break-words font-semibold">{name}</span> to confirm
            </>
          }
          error={error}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </FormDialog>
  )
}
