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

type Labeled<Props> = Props & Omit<FieldProps, 'children' | 'className'> & { fieldClassName?: string }

function split<Props>(props: Labeled<Props>) {
  const { label, hint, error, optional, aside, fieldClassName, ...control } = props
  return { field: { label, hint, error, optional, aside, className: fieldClassName }, control }
}

export function TextField(props: Labeled<InputProps>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      <Input {...control} />
    </Field>
  )
}

export function TextareaField(props: Labeled<ComponentProps<'textarea'>>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      <Textarea {...control} />
    </Field>
  )
}

export const CodeField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} mono autoComplete="one-time-code" verbatim maxLength={64} />
)
