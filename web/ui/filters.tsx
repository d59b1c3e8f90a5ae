import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { EmptyState } from './empty-state.tsx'
import { Form } from './form.tsx'
import { keepFocusNear } from './return-focus.ts'
import { TextField } from './text-field.tsx'

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

type FilterBarProps = { list: ClearFiltersProps; className: string; children: ReactNode }

export const FilterBar = ({ list, className, children }: FilterBarProps) => (
  <div className="@container border-b px-5 py-4">
    <search
      aria-label="Filters"
      className={cx('grid items-end gap-3 @max-[14rem]:*:col-span-full!', className)}
    >
      {children}
      <ClearFilters isFiltered={list.isFiltered} onClear={list.onClear} />
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

const FIRST_DAY = '2020-01-01'

type FilterProps = { value: string | undefined; onPick: (value: string | undefined) => void }

/** What the user is typing. It follows the filter when that changes otherwise. */
function useTyped(value = '') {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  return [typed, setTyped] as const
}

type DayFilterProps = FilterProps & {
  label?: string
  min?: string | undefined
  max?: string | undefined
}

/** Applies the date once it is complete: typing produces invalid dates in between. */
export function DayFilter({
  label = 'Day (UTC)',
  value: day,
  min = FIRST_DAY,
  max = new Date().toISOString().slice(0, 10),
  onPick,
}: DayFilterProps) {
  const [typed, setTyped] = useTyped(day)
  return (
    <TextField
      label={label}
      type="date"
      className="max-sm:px-2"
      min={min}
      max={max}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '') onPick(undefined)
        else if (target.validity.valid) onPick(target.value)
      }}
      // React may replay an update that changes nothing, and so undo the one above.
      onBlur={() => typed !== (day ?? '') && setTyped(day ?? '')}
    />
  )
}

type SearchFilterProps = FilterProps & { label: string; maxLength: number; className?: string }

/** Searches when the text is submitted or left. */
export function SearchFilter({ label, value, maxLength, className, onPick }: SearchFilterProps) {
  const [typed, setTyped] = useTyped(value)
  const search = () => onPick(typed.trim() || undefined)
  return (
    <Form className={className} onSubmit={search}>
      <TextField
        label={label}
        type="search"
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={({ relatedTarget }) => {
          // A new list would take away the link before its click ends. Safari doesn't focus a link that is clicked.
          const opensLink = relatedTarget instanceof HTMLAnchorElement || document.querySelector('a:active')
          if (!opensLink && typed.trim() !== (value ?? '')) search()
        }}
      />
    </Form>
  )
}
