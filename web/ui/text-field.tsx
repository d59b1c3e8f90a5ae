import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Input, type InputProps } from './input.tsx'
import { Textarea } from './textarea.tsx'

export type Labeled<Props> = Props & Omit<FieldProps, 'children' | 'className'> & { fieldClassName?: string }

/** An input with its label, hint and error. */
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
      {(control) => <Input {...control} {...input} />}
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
      {(control) => <Textarea {...control} {...textarea} />}
    </Field>
  )
}
