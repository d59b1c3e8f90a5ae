import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { createOrganization } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
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
  const { errors, isSubmitting } = form.formState
  const isSending = useRef(false)

  const create = async ({ name }: OrganizationName) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const created = await createOrganization(name)
      toast.success('Organization created', { description: `You are in ${created.name} now, as admin.` })
      onClose()
    } catch (error) {
      const named = error instanceof ApiError ? error.details.find(({ path }) => path === 'name') : undefined
      if (named) form.setError('name', { message: named.message }, { shouldFocus: true })
      toast.error('Failed to create organization', { description: errorText(error) })
    } finally {
      isSending.current = false
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose()
      }}
      title="New Organization"
      description="It has its own team, API tokens, plan and quota. You become its admin and switch to it."
      onSubmit={() => void form.handleSubmit(create)()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" pending={isSubmitting} pendingLabel="Creating...">
            Create Organization
          </Button>
        </>
      }
    >
      <Field label="Organization name" hint="What your colleagues know it by." error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            autoComplete="off"
            data-1p-ignore
            maxLength={MAX_ORGANIZATION_NAME_LENGTH}
          />
        )}
      </Field>
    </Dialog>
  )
}
