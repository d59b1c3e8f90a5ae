import { isFiltered } from '#web/lib/page-params.ts'
import { useMembers } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { type AuditFilter, auditEventName, organizationEvents } from '#worker/audit/contract.ts'

type AuditFiltersProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

const eventChoices = organizationEvents.map((value) => ({ value, label: auditEventName(value) ?? value }))

export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { data: members = [] } = useMembers()
  const change = (part: AuditFilter) => onFilter({ ...filter, ...part })
  const people = members.map(({ id, email }) => ({ value: String(id), label: email }))
  const isFormer =
    filter.actorId !== undefined && !people.some(({ value }) => value === String(filter.actorId))
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-1 items-end gap-3 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_auto_auto]"
    >
      <ChoiceFilter
        label="Person"
        choices={isFormer ? [...people, { value: String(filter.actorId), label: 'Former member' }] : people}
        value={filter.actorId}
        onPick={(id) => change({ actorId: id === undefined ? undefined : Number(id) })}
      />
      <ChoiceFilter
        label="Event"
        choices={eventChoices}
        value={filter.event}
        onPick={(picked) => change({ event: organizationEvents.find((name) => name === picked) })}
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
