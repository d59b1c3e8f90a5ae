import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { fullName } from '#web/lib/format.ts'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { User } from '#worker/accounts/contract.ts'
import { type PersonName, personNameSchema } from '#worker/profile/contract.ts'
import { changeProfile } from './profile-actions.ts'

type NameProps = { user: Pick<User, 'firstName' | 'lastName'> }

export function NameRow({ user }: NameProps) {
  const [isOpen, setOpen] = useState(false)
  const name = fullName(user)
  return (
    <>
      <EditRow action="Change" label="Change name" onEdit={() => setOpen(true)}>
        <span dir="auto" className={name ? 'wrap-anywhere min-w-0' : 'text-muted'}>
          {name || 'Not set'}
        </span>
      </EditRow>
      {isOpen ? <NameDialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function NameDialog({ user, onClose }: NameProps & { onClose: () => void }) {
  const form = useForm<PersonName>({
    resolver: zodResolver(personNameSchema),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
  })
  const { errors } = form.formState
  const { submit, isPending } = useSingleSubmit(async (name: PersonName) => {
    try {
      await changeProfile(name)
      onClose()
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined
      const field = detail?.path === 'firstName' || detail?.path === 'lastName' ? detail.path : undefined
      if (field && detail) form.setError(field, { message: detail.message }, { shouldFocus: true })
      form.setError('root', { message: field ? '' : errorText(error) })
    }
  })
  return (
    <FormDialog
      title="Change Name"
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={isPending}
      error={{ title: 'Failed to change name', reason: errors.root?.message }}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
          autoComplete="given-name"
          maxLength={80}
        />
        <TextField
          label="Last name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
          autoComplete="family-name"
          maxLength={80}
        />
      </div>
    </FormDialog>
  )
}
