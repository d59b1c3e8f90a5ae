import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  createOrganizationSchema,
  MAX_ORGANIZATION_NAME_LENGTH,
  type OrganizationName,
} from '#worker/organizations/contract.ts'
import { renameOrganization } from './settings-actions.ts'

type RenameDialogProps = { organizationId: string | undefined; name: string; onClose: () => void }

export function RenameDialog({ organizationId, name: current, onClose }: RenameDialogProps) {
  const form = useForm<OrganizationName>({
    resolver: zodResolver(createOrganizationSchema),
    defaultValues: { name: current },
  })
  const rename = ({ name }: OrganizationName) => {
    onClose()
    if (name !== current) void renameOrganization(organizationId, name)
  }
  return (
    <FormDialog
      title="Rename Organization"
      description="Everyone in the organization sees the new name. Its ID and API tokens don't change."
      submitLabel="Save"
      onSubmit={() => void form.handleSubmit(rename)()}
      onClose={onClose}
    >
      <TextField
        label="Organization name"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
        autoComplete="off"
        data-1p-ignore
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}
