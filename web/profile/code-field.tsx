import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#web/ui/text-field.tsx'

export type CodeFields = { code: string }

export function CodeField({ form, label }: { form: UseFormReturn<CodeFields>; label: string }) {
  return (
    <TextField
      label={label}
      error={form.formState.errors.code?.message}
      {...form.register('code', { required: 'Enter a code' })}
      mono
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
    />
  )
}
