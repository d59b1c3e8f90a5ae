import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
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
      <Field label="Organization name" error={form.formState.errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            autoComplete="off"
            data-1p-ignore
            maxLength={MAX_ORGANIZATION_NAME_LENGTH}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </FormDialog>
  )
}
