import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field } from './field.tsx'
import { Input, type InputProps } from './input.tsx'

type PasswordFieldProps = Omit<InputProps, 'type' | 'className'> & {
  label: string
  hint?: string
  error: string | undefined
}

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="relative">
        <Input type={shown ? 'text' : 'password'} className="pr-11" verbatim {...input} />
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-faint hover:text-ink"
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="size-4" />
        </button>
      </div>
    </Field>
  )
}
