import * as z from 'zod'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  DELETION_GRACE_DAYS,
  NAME_EXPECTED,
  type Organization,
  tierNames,
} from '#worker/organizations/contract.ts'
import { deleteOrganization } from './deletion-actions.ts'

/** HTML shows any run of spaces as one. */
const asTyped = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

type DeleteOrganizationDialogProps = { organization: Organization; onClose: () => void }

export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const { name, tier } = organization
  const { field, dialog } = useDialogForm({
    schema: z.object({
      typed: z.string().refine((typed) => asTyped(typed) === asTyped(name), NAME_EXPECTED),
    }),
    defaultValues: { typed: '' },
    save: async () => {
      if (!(await deleteOrganization(organization))) return
      onClose()
      // Where the banner is.
      window.scrollTo(0, 0)
    },
  })
  return (
    <FormDialog
      title="Delete Organization"
      submitLabel="Delete Organization"
      pendingLabel="Deleting..."
      {...dialog}
      tone="danger"
      onClose={onClose}
    >
      <div className="space-y-4">
        <Banner tone="critical" title="API calls fail immediately">
          All API tokens and project keys are revoked and can't be restored. Everything else can be restored
          for {DELETION_GRACE_DAYS} days.{' '}
          {tier === 'FREE' ? null : `The ${tierNames[tier]} plan isn't renewed. `}
          Every admin gets an email.
        </Banner>
        <TextField
          label={
            <>
              Type <span className="wrap-anywhere font-semibold">{name}</span> to confirm
            </>
          }
          {...field('typed')}
          verbatim
        />
      </div>
    </FormDialog>
  )
}
