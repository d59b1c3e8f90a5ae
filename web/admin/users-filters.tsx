import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { UserList } from '#worker/admin/contract.ts'
import { type Tier, tierNames } from '#worker/organizations/contract.ts'
import { sortedBy, type UserSort, usersPath } from './users-params.ts'

const tiers: readonly Tier[] = ['FREE', 'PRO', 'ENTERPRISE']
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
  const { typed, setTyped } = useEmailSearch(list)
  const Arrow = list.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <search
      aria-label="Filters"
      className="mt-3 grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem] xl:grid-cols-[minmax(0,1fr)_10rem_auto_auto]"
    >
      <TextField
        label="Email"
        fieldClassName="min-w-0"
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="Search by email"
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
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
              {isCurrent ? <Arrow aria-hidden /> : null}
            </Button>
          )
        })}
      </fieldset>
      {isFiltered ? (
        <Button
          variant="ghost"
          onClick={() => void navigate(usersPath({ sort: list.sort, direction: list.direction }))}
        >
          Clear Filters
        </Button>
      ) : null}
    </search>
  )
}

const TYPING_PAUSE_MS = 300

const cleaned = (text: string): string | undefined => text.trim().toLowerCase() || undefined

/** Searches after a pause in typing. An email that comes from the URL, after Back for example, replaces the text. */
function useEmailSearch(list: UserList) {
  const navigate = useNavigate()
  const { email } = list
  const [typed, setTyped] = useState(email ?? '')
  const [seen, setSeen] = useState(email)
  const [searched, setSearched] = useState(email)
  if (email !== seen) {
    setSeen(email)
    if (email !== searched) {
      setSearched(email)
      setTyped(email ?? '')
    }
  }
  const wanted = cleaned(typed)
  const path = usersPath({ ...list, email: wanted, after: undefined })
  useEffect(() => {
    if (wanted === searched) return
    const timer = setTimeout(() => {
      setSearched(wanted)
      void navigate(path, { replace: true })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, searched, path, navigate])
  return { typed, setTyped }
}
