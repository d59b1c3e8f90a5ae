import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { createOrganization } from '#web/lib/session.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import {
  createOrganizationSchema,
  MAX_ORGANIZATION_NAME_LENGTH,
  type OrganizationName,
} from '#worker/organizations/contract.ts'

export type CreateOrganizationDialogProps = { onClose: () => void }

export function CreateOrganizationDialog({ onClose }: CreateOrganizationDialogProps) {
  const form = useForm<OrganizationName>({
    resolver: zodResolver(createOrganizationSchema),
    defaultValues: { name: '' },
  })
  const { errors } = form.formState

  const { submit, isPending } = useSingleSubmit(async ({ name }: OrganizationName) => {
    try {
      const created = await createOrganization(name)
      toast.success('Organization created', { description: `You're now in ${created.name} as an admin.` })
      onClose()
    } catch (error) {
      const named = error instanceof ApiError ? error.details.find(({ path }) => path === 'name') : undefined
      if (named) form.setError('name', { message: named.message }, { shouldFocus: true })
      form.setError('root', { message: named ? '' : errorText(error) })
    }
  })

  return (
    <FormDialog
      title="New Organization"
      description="It has its own team, API tokens, plan and quota. You become its admin and switch to it."
      submitLabel="Create Organization"
      pendingLabel="Creating..."
      isPending={isPending}
      error={{ title: 'Failed to create organization', reason: errors.root?.message }}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <TextField
        label="Organization name"
        hint="Your team sees this name."
        error={errors.name?.message}
        {...form.register('name')}
        autoComplete="off"
        data-1p-ignore
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
      />
    </FormDialog>
  )
}
