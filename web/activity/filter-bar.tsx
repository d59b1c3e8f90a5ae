import { useState } from 'react'
import { useActivity, useTokens } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Activity, ActivityFilter } from '#worker/activity/contract.ts'
import { isFiltered } from './activity-params.ts'
import { type Choice, endpointChoices, statusChoices, tokenChoices } from './filter-choices.ts'

type FilterBarProps = {
  filter: ActivityFilter
  calls: readonly Activity[]
  onFilter: (filter: ActivityFilter) => void
}

export function FilterBar({ filter, calls, onFilter }: FilterBarProps) {
  const { tokens } = useTokens()
  const { activity } = useActivity()
  const known = { filter, tokens, seen: [...activity, ...calls] }
  const change = (part: ActivityFilter) => onFilter({ ...filter, ...part })
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4 xl:grid-cols-[1fr_1.5fr_1fr_auto_auto]"
    >
      <Filter
        label="Status"
        choices={statusChoices(known)}
        value={filter.status}
        onPick={(status) => change({ status: status === undefined ? undefined : Number(status) })}
      />
      <Filter
        label="Endpoint"
        choices={endpointChoices(known)}
        value={filter.endpoint}
        onPick={(endpoint) => change({ endpoint })}
      />
      <Filter
        label="Token"
        choices={tokenChoices(known)}
        value={filter.tokenId}
        onPick={(tokenId) => change({ tokenId: tokenId === undefined ? undefined : Number(tokenId) })}
      />
      <DayFilter day={filter.day} onPick={(day) => change({ day })} />
      <Button
        variant="ghost"
        className={isFiltered(filter) ? 'max-xl:col-span-full' : 'invisible max-xl:hidden'}
        onClick={() => onFilter({})}
      >
        Clear Filters
      </Button>
    </search>
  )
}

const ALL = 'all'

type FilterProps = {
  label: string
  choices: readonly Choice[]
  value: string | number | undefined
  onPick: (value: string | undefined) => void
}

function Filter({ label, choices, value, onPick }: FilterProps) {
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Select
          {...control}
          options={[{ value: ALL, label: 'All' }, ...choices]}
          value={value === undefined ? ALL : String(value)}
          onValueChange={(picked) => onPick(picked === ALL ? undefined : picked)}
        />
      )}
    </Field>
  )
}

const FIRST_DAY = '2020-01-01'

type DayFilterProps = { day: string | undefined; onPick: (day: string | undefined) => void }

/** Applies the date once it is complete: typing produces invalid dates in between. */
function DayFilter({ day, onPick }: DayFilterProps) {
  const [typed, setTyped] = useState(day ?? '')
  const [seen, setSeen] = useState(day)
  if (day !== seen) {
    setSeen(day)
    setTyped(day ?? '')
  }
  return (
    <Field label="Day (UTC)" className="min-w-0">
      {(control) => (
        <Input
          {...control}
          type="date"
          className="max-sm:px-2"
          min={FIRST_DAY}
          max={new Date().toISOString().slice(0, 10)}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            if (target.value === '') onPick(undefined)
            else if (target.validity.valid) onPick(target.value)
          }}
          onBlur={() => setTyped(day ?? '')}
        />
      )}
    </Field>
  )
}
