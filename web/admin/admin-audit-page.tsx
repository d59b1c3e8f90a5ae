import { ScrollText, SearchX } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { AuditLoading, AuditTable } from '#web/audit/index.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { isFiltered, pathWith, readParam } from '#web/lib/page-params.ts'
import { fresh, useRead } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ClearFilters, DayFilter, SearchFilter } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import {
  type AllAuditFilter,
  allAuditQuerySchema,
  auditEventName,
  eventNames,
} from '#worker/audit/contract.ts'
import { AdminArea } from './admin-area.tsx'
import { type AllAuditPage, adminQueries } from './admin-queries.ts'

const { shape } = allAuditQuerySchema

const parseAllAuditParams = (query: URLSearchParams): AllAuditPage => ({
  email: readParam(query, 'email', shape.email),
  organizationId: readParam(query, 'organization', shape.organizationId),
  event: readParam(query, 'event', shape.event),
  day: readParam(query, 'day', shape.day),
  before: readParam(query, 'before', shape.before),
})

const allAuditPath = ({ organizationId, ...filter }: AllAuditFilter, before?: string): string =>
  pathWith(paths.adminAudit, { ...filter, organization: organizationId, before })

const eventChoices = eventNames.map((value) => ({ value, label: auditEventName(value) ?? value }))

export function AdminAuditPage() {
  return (
    <AdminArea>
      <PageHeader description="Sign-ins and changes of all accounts and organizations, newest first." />
      <AllEntries />
    </AdminArea>
  )
}

function AllEntries() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { before, ...filter } = parseAllAuditParams(query)
  const { data, isLoading, ...read } = useRead(adminQueries.audit({ ...filter, before }), fresh)
  const hasFilter = isFiltered(filter)
  const show = (next: AllAuditFilter) => void navigate(allAuditPath(next))
  const content = () => {
    if (read.error) return <LoadError title="Failed to load the audit trail" {...read} className="py-14" />
    if (isLoading) return <AuditLoading />
    if (data && data.entries.length > 0) return <AuditTable entries={data.entries} />
    return (
      <EmptyState
        icon={hasFilter ? <SearchX /> : <ScrollText />}
        title={hasFilter ? 'No entries match these filters' : 'No entries'}
        description={hasFilter ? 'Change the filters, or clear them.' : 'Sign-ins and changes appear here.'}
      />
    )
  }
  return (
    <PagedCard
      name="All audit entries"
      aria-busy={isLoading}
      newest={before === undefined ? undefined : allAuditPath(filter)}
      older={data?.next ? allAuditPath(filter, data.next) : undefined}
    >
      <Filters filter={filter} onFilter={show} isFiltered={hasFilter} />
      {content()}
    </PagedCard>
  )
}

type FiltersProps = {
  filter: AllAuditFilter
  isFiltered: boolean
  onFilter: (filter: AllAuditFilter) => void
}

const Filters = ({ filter, isFiltered, onFilter }: FiltersProps) => (
  <search aria-label="Filters" className="grid items-end gap-3 border-b px-5 py-4 sm:grid-cols-2">
    <SearchFilter
      label="Email"
      value={filter.email}
      maxLength={254}
      onSearch={(email) => onFilter({ ...filter, email: email?.toLowerCase() })}
    />
    <SearchFilter
      label="Organization ID"
      value={filter.organizationId}
      maxLength={64}
      onSearch={(organizationId) => onFilter({ ...filter, organizationId })}
    />
    <ChoiceFilter
      label="Event"
      choices={eventChoices}
      value={filter.event}
      onPick={(picked) => onFilter({ ...filter, event: eventNames.find((name) => name === picked) })}
    />
    <div className="flex flex-wrap items-end gap-3">
      <DayFilter day={filter.day} onPick={(day) => onFilter({ ...filter, day })} />
      <ClearFilters isFiltered={isFiltered} onClear={() => onFilter({})} />
    </div>
  </search>
)
