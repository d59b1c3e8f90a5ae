import type { Ref } from 'react'
import type { InputProps } from '#web/ui/input.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type EmailFieldProps = Omit<InputProps, 'type' | 'id' | 'ref'> & {
  error?: string | undefined
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Password managers store the password under the `username` field. */
export function EmailField({ error, hint, ...input }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      error={error}
      hint={hint}
      type="email"
      autoComplete="username"
      verbatim
      placeholder="you@company.com"
      className="read-only:bg-sunken read-only:text-muted"
      {...input}
    />
  )
}
