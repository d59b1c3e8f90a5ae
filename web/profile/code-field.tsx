import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

export type CodeFields = { code: string }

export function CodeField({ form, label }: { form: UseFormReturn<CodeFields>; label: string }) {
  return (
    <Field label={label} error={form.formState.errors.code?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register('code', { required: 'Enter a code' })}
          mono
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      )}
    </Field>
  )
}
