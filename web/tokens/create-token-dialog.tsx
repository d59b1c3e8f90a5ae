import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { api, organizationHeader } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { refreshTokens } from '#web/lib/swr.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import {
  type CreatedToken,
  type CreateToken,
  createTokenSchema,
  expirySchema,
} from '#worker/tokens/contract.ts'
import { expiryOptions } from './token-options.ts'

type CreateTokenDialogProps = {
  organizationId: string | undefined
  onClose: () => void
  onCreated: (token: CreatedToken) => void
  onLimit: () => void
}

const defaultValues: CreateToken = {
  name: '',
  expiry: 'never',
  permissions: { read: true, validation: false },
}

export function CreateTokenDialog({ organizationId, onClose, onCreated, onLimit }: CreateTokenDialogProps) {
  const form = useForm<CreateToken>({ resolver: zodResolver(createTokenSchema), defaultValues })
  const { errors } = form.formState
  const permissionsErrorId = useId()

  // The rule covers both checkboxes, so changing either clears the error.
  const choose = (onChange: (checked: boolean) => void) => (checked: boolean) => {
    form.clearErrors('permissions')
    onChange(checked)
  }
  const showInvalid = (invalid: typeof errors) => {
    if (invalid.permissions && !invalid.name) form.setFocus('permissions.read')
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'TOKEN_LIMIT_REACHED') {
      onLimit()
      return
    }
    const named = error instanceof ApiError ? error.details.find(({ path }) => path === 'name') : undefined
    if (named) form.setError('name', { message: named.message }, { shouldFocus: true })
    toast.error('Failed to create token', { description: errorText(error) })
  }
  const { submit, isPending } = useSingleSubmit(async (input: CreateToken) => {
    if (!organizationId) {
      toast.error('Failed to create token', { description: 'No organization selected' })
      return
    }
    try {
      const response = await api.tokens.$post({
        header: organizationHeader(organizationId),
        json: { ...input, organizationId },
      })
      const created = await response.json()
      toast.success('Token created', { description: `${created.name} is ready to use.` })
      onCreated(created)
      await refreshTokens(organizationId)
    } catch (error) {
      fail(error)
    }
  })

  return (
    <FormDialog
      title="Create New API Token"
      description="A token lets your code call the API for this organization."
      submitLabel="Create Token"
      pendingLabel="Creating..."
      isPending={isPending}
      onSubmit={() => void form.handleSubmit(submit, showInvalid)()}
      onClose={onClose}
    >
      <div className="space-y-4">
        <Field
          label="Token name"
          hint="Where it will be used, such as Checkout or CI."
          error={errors.name?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('name')} autoComplete="off" data-1p-ignore maxLength={64} />
          )}
        </Field>
        <Controller
          control={form.control}
          name="expiry"
          render={({ field }) => (
            <Field label="Expiration" error={errors.expiry?.message}>
              {(control) => (
                <Select
                  {...control}
                  options={expiryOptions}
                  value={expirySchema.parse(field.value)}
                  onValueChange={field.onChange}
                />
              )}
            </Field>
          )}
        />
        <fieldset
          className="space-y-2.5"
          aria-describedby={errors.permissions ? permissionsErrorId : undefined}
        >
          <legend className="mb-1.5 font-medium text-sm">Permissions</legend>
          <Controller
            control={form.control}
            name="permissions.read"
            render={({ field }) => (
              <Checkbox
                label="Tax Lookup API Access"
                hint="Format, check digits and details encoded in the number."
                ref={field.ref}
                checked={field.value ?? true}
                onCheckedChange={choose(field.onChange)}
              />
            )}
          />
          <Controller
            control={form.control}
            name="permissions.validation"
            render={({ field }) => (
              <Checkbox
                label="Tax Validation API Access"
                hint="Also checks official registers where available."
                ref={field.ref}
                checked={field.value ?? false}
                onCheckedChange={choose(field.onChange)}
              />
            )}
          />
          {errors.permissions ? (
            <FieldError id={permissionsErrorId}>{errors.permissions.message}</FieldError>
          ) : null}
        </fieldset>
      </div>
    </FormDialog>
  )
}
