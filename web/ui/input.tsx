import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useField } from './field.tsx'

/** 16 px on touch screens, or iOS zooms in. */
export const controlClass = cx(
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-ink shadow-xs transition-colors',
  'pointer-coarse:h-11 pointer-coarse:text-lg',
  'hover:border-faint disabled:bg-sunken disabled:text-muted aria-invalid:border-invalid-fill',
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-text',
)

export type InputProps = ComponentProps<'input'> & {
  mono?: boolean
  /** For text that isn't prose, such as an email or a code. */
  verbatim?: boolean
}

export function Input({ className, mono = false, verbatim = false, ...rest }: InputProps) {
  const field = useField()
  return (
    <input
      {...field}
      className={cx(controlClass, mono && 'font-mono', className)}
      data-1p-ignore={rest.autoComplete === 'off' || undefined}
      {...(verbatim && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
      {...rest}
    />
  )
}
