import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type FilterButtonProps = { isChosen: boolean; count?: number; onPick: () => void; children: ReactNode }

export const FilterButton = ({ isChosen, count, onPick, children }: FilterButtonProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onPick}
    className={cx(
      'inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 font-medium text-sm transition-colors pointer-coarse:h-11',
      'text-muted not-aria-pressed:print:hidden hover:bg-hover hover:text-ink',
      'aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-text',
    )}
  >
    {children}{' '}
    {count === undefined ? null : <span className="tabular font-normal">{formatNumber(count)}</span>}
  </button>
)
