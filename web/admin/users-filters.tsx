import { ArrowDown, ArrowUp } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ClearFilters, SearchFilter } from '#web/ui/filters.tsx'
import { Select } from '#web/ui/select.tsx'
import type { UserList } from '#worker/admin/contract.ts'
import { tierNames, tiers } from '#worker/organizations/contract.ts'
import { sortedBy, type UserSort, usersPath } from './users-params.ts'

const tierOptions = [
  { value: 'all', label: 'All tiers' },
  ...tiers.map((value) => ({ value, label: tierNames[value] })),
]

const sorts: readonly { value: UserSort; label: string }[] = [
  { value: 'createdAt', label: 'Creation Date' },
  { value: 'usage', label: 'API Usage' },
]

export function UsersFilters({ list, isFiltered }: { list: UserList; isFiltered: boolean }) {
  const navigate = useNavigate()
  const Arrow = list.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <search
      aria-label="Filters"
      className="mt-3 grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem] xl:grid-cols-[minmax(0,1fr)_10rem_auto_auto]"
    >
      <SearchFilter
        label="Email"
        value={list.email}
        maxLength={254}
        className="min-w-0"
        onSearch={(email) =>
          void navigate(usersPath({ ...list, email: email?.toLowerCase(), after: undefined }))
        }
      />
      <Field label="Tier" className="min-w-0">
        <Select
          options={tierOptions}
          value={list.tier ?? 'all'}
          onValueChange={(picked) => {
            const tier = tiers.find((known) => known === picked)
            void navigate(usersPath({ ...list, tier, after: undefined }))
          }}
        />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 font-medium text-sm">Sort by</legend>
        {sorts.map(({ value, label }) => {
          const isCurrent = value === (list.sort ?? 'createdAt')
          return (
            <Button
              key={value}
              variant="secondary"
              aria-pressed={isCurrent}
              className="aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
              onClick={() => void navigate(usersPath(sortedBy(list, value)))}
            >
              {label}
              {isCurrent ? <Arrow /> : null}
            </Button>
          )
        })}
      </fieldset>
      <ClearFilters
        isFiltered={isFiltered}
        onClear={() => void navigate(usersPath({ sort: list.sort, direction: list.direction }))}
      />
    </search>
  )
}
