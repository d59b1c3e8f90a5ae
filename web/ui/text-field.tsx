import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, useField } from './field.tsx'
import { controlClass, Input, type InputProps } from './input.tsx'

function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useField()
  return (
    <textarea
      {...field}
      className={cx(
        controlClass,
        'field-sizing-content h-auto max-h-120 min-h-32 py-2 pointer-coarse:h-auto',
        className,
      )}
      {...rest}
    />
  )
}

export type Labeled<Props> = Props & Omit<FieldProps, 'children' | 'className'> & { fieldClassName?: string }

export function TextField({
  label,
  hint,
  error,
  optional,
  aside,
  fieldClassName,
  ...input
}: Labeled<InputProps>) {
  return (
    <Field {...{ label, hint, error, optional, aside }} className={fieldClassName}>
      <Input {...input} />
    </Field>
  )
}

export function TextareaField({
  label,
  hint,
  error,
  optional,
  aside,
  fieldClassName,
  ...textarea
}: Labeled<ComponentProps<'textarea'>>) {
  return (
    <Field {...{ label, hint, error, optional, aside }} className={fieldClassName}>
      <Textarea {...textarea} />
    </Field>
  )
}

export const CodeField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} mono autoComplete="one-time-code" verbatim maxLength={64} />
)
