import { useEffect } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { refreshMembers } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { MemberRole } from '#worker/organizations/contract.ts'
import { INVITATION_FAILED, type InviteFields, invite, inviteFieldsSchema } from './invitation-actions.ts'
import { roleHints, roleOptions } from './permissions.ts'
import { refreshAfterRefusal } from './report-failure.ts'

type InviteDialogProps = {
  organizationId: string
  roles: readonly MemberRole[]
  onClose: () => void
}

export function InviteDialog({ organizationId, roles, onClose }: InviteDialogProps) {
  const { form, errors, field, choice, dialog } = useDialogForm<InviteFields, InviteFields>({
    schema: inviteFieldsSchema,
    defaultValues: { email: '', role: 'member' },
    draft: 'invitation 1',
    failure: INVITATION_FAILED,
    onInvalid: ({ email }) => {
      if (email) toast.error('Invalid email')
    },
    failureField: (error) =>
      error instanceof ApiError && error.code === 'ALREADY_MEMBER' ? 'email' : undefined,
    save: async (fields) => {
      try {
        if (!(await invite(organizationId, fields))) return
        onClose()
        await refreshMembers(organizationId)
      } catch (error) {
        await refreshAfterRefusal(error, organizationId)
        throw error
      }
    },
  })

  useEffect(() => {
    if (!roles.includes(form.getValues('role'))) form.setValue('role', 'member')
  }, [roles, form])

  return (
    <FormDialog
      title="Invite User"
      description="They get a link by email and join with the role you choose."
      submitLabel="Send Invitation"
      pendingLabel="Sending..."
      {...dialog}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="Email"
          {...field('email')}
          type="email"
          inputMode="email"
          verbatim
          placeholder="name@company.com"
        />
        <Field label="Role" hint={roleHints[form.watch('role')]} error={errors.role?.message}>
          <Select options={roleOptions(roles)} {...choice('role')} />
        </Field>
      </div>
    </FormDialog>
  )
}
