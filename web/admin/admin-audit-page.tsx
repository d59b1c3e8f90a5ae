import { ScrollText, SearchX } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AuditLoading, AuditTable } from '#web/audit/index.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { isFiltered, pathWith, readParam } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  type AllAuditFilter,
  allAuditQuerySchema,
  auditEventName,
  eventNames,
} from '#worker/audit/contract.ts'
import { AdminLinks } from './admin-links.tsx'
import { type AllAuditPage, useAllAudit } from './admin-queries.ts'
import { RequireAdmin } from './require-admin.tsx'

const { shape } = allAuditQuerySchema

const parseAllAuditParams = (query: URLSearchParams): AllAuditPage => ({
  email: readParam(query, 'email', shape.email),
  organizationId: readParam(query, 'organization', shape.organizationId),
  event: readParam(query, 'event', shape.event),
  day: readParam(query, 'day', shape.day),
  before: readParam(query, 'before', shape.before),
})

const allAuditPath = ({ organizationId, ...filter }: AllAuditFilter, before?: number): string =>
  pathWith(paths.adminAudit, { ...filter, organization: organizationId, before })

const PAGE_SIZE = 49
const eventChoices = eventNames.map((value) => ({ value, label: auditEventName(value) ?? value }))

export function AdminAuditPage() {
  return (
    <RequireAdmin>
      <AdminLinks />
      <PageHeader description="Sign-ins and changes of all accounts and organizations, newest first." />
      <AllEntries />
    </RequireAdmin>
  )
}

function AllEntries() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { before, ...filter } = parseAllAuditParams(query)
  const { data: found = [], isLoading, ...read } = useAllAudit({ ...filter, before, limit: PAGE_SIZE + 1 })
  const entries = found.slice(0, PAGE_SIZE)
  const older = found.length > PAGE_SIZE ? entries.at(-1)?.id : undefined
  const hasFilter = isFiltered(filter)
  const show = (next: AllAuditFilter) => void navigate(allAuditPath(next))
  const content = () => {
    if (read.error) return <LoadError title="Failed to load the audit trail" {...read} className="py-14" />
    if (isLoading) return <AuditLoading />
    if (entries.length > 0) return <AuditTable entries={entries} />
    return (
      <EmptyState
        icon={hasFilter ? <SearchX aria-hidden /> : <ScrollText aria-hidden />}
        title={hasFilter ? 'No entries match these filters' : 'No entries'}
        description={hasFilter ? 'Change the filters, or clear them.' : 'Sign-ins and changes appear here.'}
        className="py-14"
      />
    )
  }
  return (
    <PagedCard
      name="All audit entries"
      aria-busy={isLoading}
      newest={before === undefined ? undefined : allAuditPath(filter)}
      older={older === undefined ? undefined : allAuditPath(filter, older)}
    >
      <Filters
        key={`${filter.email} ${filter.organizationId}`}
        filter={filter}
        onFilter={show}
        isFiltered={hasFilter}
      />
      {content()}
    </PagedCard>
  )
}

type FiltersProps = {
  filter: AllAuditFilter
  isFiltered: boolean
  onFilter: (filter: AllAuditFilter) => void
}

function Filters({ filter, isFiltered, onFilter }: FiltersProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string) => String(typed.get(name) ?? '').trim() || undefined
    onFilter({ ...filter, email: textOf('email')?.toLowerCase(), organizationId: textOf('organization') })
  }
  return (
    <search aria-label="Filters" className="space-y-3 border-b px-5 py-4">
      <form onSubmit={submit} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextFilter label="Email" name="email" value={filter.email} maxLength={254} />
        <TextFilter
          label="Organization ID"
          name="organization"
          value={filter.organizationId}
          maxLength={64}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto_auto]">
        <ChoiceFilter
          label="Event"
          choices={eventChoices}
          value={filter.event}
          onPick={(picked) => onFilter({ ...filter, event: eventNames.find((name) => name === picked) })}
        />
        <DayFilter day={filter.day} onPick={(day) => onFilter({ ...filter, day })} />
        {isFiltered ? (
          <Button variant="ghost" onClick={() => onFilter({})}>
            Clear Filters
          </Button>
        ) : null}
      </div>
    </search>
  )
}

type TextFilterProps = { label: string; name: string; value: string | undefined; maxLength: number }

const TextFilter = ({ label, value, ...input }: TextFilterProps) => (
  <TextField
    label={label}
    fieldClassName="min-w-0"
    {...input}
    type="search"
    defaultValue={value ?? ''}
    autoComplete="off"
    spellCheck={false}
  />
)
