import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { keepFocusNear } from '#web/ui/return-focus.ts'

type ClearFiltersProps = { isFiltered: boolean; onClear: () => void }

/** It keeps its place in a row of filters. */
export const ClearFilters = ({ isFiltered, onClear }: ClearFiltersProps) => (
  <Button
    key={String(isFiltered)}
    ref={keepFocusNear}
    variant="ghost"
    className={isFiltered ? 'max-xl:col-span-full' : 'invisible max-xl:hidden'}
    onClick={onClear}
  >
    Clear Filters
  </Button>
)

type FilterBarProps = ClearFiltersProps & { className: string; children: ReactNode }

export const FilterBar = ({ className, children, ...clear }: FilterBarProps) => (
  <div className="border-b px-5 py-4">
    <search aria-label="Filters" className={cx('grid items-end gap-3', className)}>
      {children}
      <ClearFilters {...clear} />
    </search>
  </div>
)

export const NoMatches = ({ what, each, onClear }: { what: string; each: string; onClear: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title={`No ${what} match these filters`}
    description={`Change the filters, or clear them to see every ${each}.`}
    action={
      <Button ref={keepFocusNear} variant="secondary" size="sm" onClick={onClear}>
        Clear Filters
      </Button>
    }
  />
)
