import { Controller } from 'react-hook-form'
import type * as z from 'zod'
import { api, inBody } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { refreshTokens, useTokens } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Checkbox, Checkboxes } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { More } from '#web/ui/more.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CreatedToken } from '#worker/tokens/contract.ts'
import { createTokenSchema, expirySchema } from '#worker/tokens/input-contract.ts'
import { AllowedIpsField, allowedIpsTextSchema } from './allowed-ips-dialog.tsx'
import { expiryOptions, permissionTexts, type TokenKind, tokenKinds } from './token-options.ts'

export { TokenCreatedDialog } from './token-created-dialog.tsx'

type CreateTokenDialogProps = {
  startsLive: boolean
  onClose: () => void
  onCreated: (token: CreatedToken) => void
  onLimit: () => void
}

const schema = createTokenSchema.extend({ allowedIps: allowedIpsTextSchema })

/** A test token that asks no registers would have nothing to simulate. */
const defaultValues = (live: boolean): z.input<typeof schema> => ({
  name: '',
  expiry: 'never',
  live,
  permissions: { read: true, validation: !live },
  allowedIps: '',
})

const permissions = [
  { name: 'permissions.read', ...permissionTexts.read },
  { name: 'permissions.validation', ...permissionTexts.validation },
] as const

export function CreateTokenDialog({ startsLive, onClose, onCreated, onLimit }: CreateTokenDialogProps) {
  const { tokens, organizationId } = useTokens()
  const { form, errors, field, choice, dialog } = useDialogForm({
    schema,
    defaultValues: defaultValues(startsLive),
    draft: 'token 1',
    failure: 'Failed to create token',
    onInvalid: (invalid, form) => {
      if (invalid.permissions && !invalid.name) form.setFocus('permissions.read')
    },
    save: async (input, form) => {
      if (!organizationId) return form.setError('root', { message: 'No organization selected' })
      try {
        const response = await confirmed(() => api.tokens.$post(inBody(organizationId, input)))
        if (!response) return
        const created = await response.json()
        toast.success('Token created', { description: `${created.name} is ready to use.` })
        onCreated(created)
      } catch (error) {
        const isLimit = error instanceof ApiError && error.code === 'TOKEN_LIMIT_REACHED'
        if (!isLimit || !input.live) throw error
        onLimit()
      } finally {
        // It may have been created even if the reply was lost.
        void refreshTokens(organizationId)
      }
    },
  })

  // The rule covers both checkboxes, so changing either clears the error.
  const choose = (onChange: (checked: boolean) => void) => (checked: boolean) => {
    form.clearErrors('permissions')
    onChange(checked)
  }
  const chooseKind = (kind: TokenKind) => {
    const live = kind === 'live'
    form.setValue('live', live)
    if (!form.getFieldState('permissions.validation').isDirty)
      form.resetField('permissions.validation', { defaultValue: !live })
  }

  return (
    <FormDialog
      title="Create New API Token"
      description="A token lets your code call the API for this organization."
      submitLabel="Create Token"
      pendingLabel="Creating..."
      {...dialog}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="Token name"
          hint="Where it will be used, such as Checkout or CI."
          {...field('name')}
          maxLength={64}
        />
        <RadioGroup
          label="Kind of token"
          className="sm:grid-cols-2"
          value={form.watch('live') === false ? 'test' : 'live'}
          onValueChange={chooseKind}
          options={tokenKinds(tokens)}
        />
        <Field label="Expiration" error={errors.expiry?.message}>
          <Select
            options={expiryOptions}
            {...choice('expiry')}
            value={expirySchema.parse(form.watch('expiry'))}
          />
        </Field>
        <Checkboxes legend="Permissions" error={errors.permissions?.message}>
          {permissions.map(({ name, ...texts }) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <Checkbox
                  {...texts}
                  ref={field.ref}
                  checked={field.value ?? false}
                  onCheckedChange={choose(field.onChange)}
                />
              )}
            />
          ))}
        </Checkboxes>
        <More label="More options" open={errors.allowedIps !== undefined}>
          <AllowedIpsField {...field('allowedIps')} text={form.watch('allowedIps')} />
        </More>
      </div>
    </FormDialog>
  )
}
