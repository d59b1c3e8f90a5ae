import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { DELETION_GRACE_DAYS, NAME_EXPECTED, type Organization } from '#worker/organizations/contract.ts'
import { deleteOrganization } from './deletion-actions.ts'

type DeleteOrganizationDialogProps = { organization: Organization; onClose: () => void }

export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const { name } = organization
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isDeleting, setDeleting] = useState(false)

  const submit = async () => {
    if (isDeleting) return
    if (typed.trim() !== name) {
      setError(NAME_EXPECTED)
      return
    }
    setDeleting(true)
    const isDeleted = await deleteOrganization(organization)
    setDeleting(false)
    if (!isDeleted) return
    onClose()
    // Where the banner is.
    window.scrollTo(0, 0)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isDeleting) onClose()
      }}
      title="Delete Organization"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isDeleting}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={isDeleting} pendingLabel="Deleting...">
            Delete Organization
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Banner tone="critical" title="API calls fail at once">
          All API tokens and project keys are revoked and can't be restored. Everything else can be restored
          for {DELETION_GRACE_DAYS} days. Every admin gets an email.
        </Banner>
        <Field
          label={
            <>
              Type <span className="break-words font-semibold">{name}</span> to confirm
            </>
          }
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-1p-ignore
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
