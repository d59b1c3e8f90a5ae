import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass } from './input.tsx'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cx(
        controlClass,
        'field-sizing-content h-auto max-h-120 min-h-32 py-2 pointer-coarse:h-auto',
        className,
      )}
      {...rest}
    />
  )
}
