import { createOrganization } from '#web/lib/session.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { createOrganizationSchema, MAX_ORGANIZATION_NAME_LENGTH } from '#worker/organizations/contract.ts'

export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { field, dialog } = useDialogForm({
    schema: createOrganizationSchema,
    defaultValues: { name: '' },
    failure: 'Failed to create organization',
    save: async ({ name }) => {
      const created = await createOrganization(name)
      toast.success('Organization created', { description: `You're now in ${created.name} as an admin.` })
      onClose()
    },
  })

  return (
    <FormDialog
      title="New Organization"
      description="It has its own team, API tokens and plan. Your account's free validations are for one organization only. You become its admin and switch to it."
      submitLabel="Create Organization"
      pendingLabel="Creating..."
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Organization name"
        hint="Your team sees this name."
        {...field('name')}
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
      />
    </FormDialog>
  )
}
