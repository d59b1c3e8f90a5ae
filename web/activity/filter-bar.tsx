import { isFiltered } from '#web/lib/page-params.ts'
import { useActivity, useTokens } from '#web/lib/swr.ts'
import { liveTokens } from '#web/tokens/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import type { Activity, ActivityFilter } from '#worker/activity/contract.ts'
import { endpointChoices, statusChoices, tokenChoices } from './filter-choices.ts'

type FilterBarProps = {
  filter: ActivityFilter
  calls: readonly Activity[]
  onFilter: (filter: ActivityFilter) => void
}

export function FilterBar({ filter, calls, onFilter }: FilterBarProps) {
  const { tokens } = useTokens()
  const { activity } = useActivity()
  const known = { filter, tokens: liveTokens(tokens), seen: [...activity, ...calls] }
  const change = (part: ActivityFilter) => onFilter({ ...filter, ...part })
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4 xl:grid-cols-[1fr_1.5fr_1fr_auto_auto]"
    >
      <ChoiceFilter
        label="Status"
        choices={statusChoices(known)}
        value={filter.status}
        onPick={(status) => change({ status: status === undefined ? undefined : Number(status) })}
      />
      <ChoiceFilter
        label="Endpoint"
        choices={endpointChoices(known)}
        value={filter.endpoint}
        onPick={(endpoint) => change({ endpoint })}
      />
      <ChoiceFilter
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
