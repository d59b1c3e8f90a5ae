import { CopyButton } from './copy-button.tsx'
import { cx } from './cx.ts'

/** Scrollable elements must be focusable for keyboard users (WCAG 2.1.1). */
export const scroller = { tabIndex: 0 } as const

type CodeBlockProps = {
  label: string
  code: string
  /** Copied instead of `code`, which shows less. */
  copied?: string
  copyLabel?: string
  className?: string
}

export function CodeBlock({ label, code, copied = code, copyLabel = 'Copy', className }: CodeBlockProps) {
  return (
    <figure className={cx('min-w-0 rounded-md border bg-sunken', className)}>
      <figcaption className="flex items-center justify-between gap-3 border-b py-1 pr-1 pl-3 text-muted text-sm">
        {label}
        <CopyButton text={copied} label={copyLabel} size="sm" />
      </figcaption>
      <section aria-label={label} className="overflow-x-auto" {...scroller}>
        <pre className="w-max min-w-full p-3 font-mono text-ink text-xs">{code}</pre>
      </section>
    </figure>
  )
}
