import { zodResolver } from '@hookform/resolvers/zod'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { User } from '#worker/accounts/contract.ts'
import { type PersonName, personNameSchema } from '#worker/profile/contract.ts'
import { changeProfile } from './profile-actions.ts'

type NameProps = { user: Pick<User, 'firstName' | 'lastName'> }

export function NameRow({ user }: NameProps) {
  const [isOpen, setOpen] = useState(false)
  const name = fullName(user)
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 @sm:-my-[5px] pointer-coarse:min-h-11">
      <span dir="auto" className={name ? 'wrap-anywhere min-w-0' : 'text-muted'}>
        {name || 'Not set'}
      </span>
      <Button
        variant="secondary"
        size="sm"
        className="pointer-coarse:h-11"
        icon={<Pencil aria-hidden />}
        aria-label="Change name"
        onClick={() => setOpen(true)}
      >
        Change
      </Button>
      {isOpen ? <NameDialog user={user} onClose={() => setOpen(false)} /> : null}
    </div>
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
        <Field label="First name" error={errors.firstName?.message}>
          {(control) => (
            <Input {...control} {...form.register('firstName')} autoComplete="given-name" maxLength={80} />
          )}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(control) => (
            <Input {...control} {...form.register('lastName')} autoComplete="family-name" maxLength={80} />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
