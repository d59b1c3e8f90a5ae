import { ScrollText, SearchX } from 'lucide-react'
import { AuditLoading, AuditTable } from '#web/audit/index.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, useList } from '#web/lib/page-params.ts'
import { fresh, useRead } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ClearFilters, DayFilter, SearchFilter } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { allAuditQuerySchema, auditEventName, eventNames } from '#worker/audit/contract.ts'
import { AdminArea } from './admin-area.tsx'
import { adminQueries } from './admin-queries.ts'

const { email, organizationId, event, day, before } = allAuditQuerySchema.shape

const allEntries = {
  path: paths.adminAudit,
  params: {
    email: accepts(email),
    organization: accepts(organizationId),
    event: accepts(event),
    day: accepts(day),
    before: accepts(before),
  },
  cursor: 'before',
} as const

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
  const { values, isFiltered, onClear, field, show, pages } = useList(allEntries)
  const { organization, ...page } = values
  const { data, isLoading, ...read } = useRead(
    adminQueries.audit({ ...page, organizationId: organization }),
    fresh,
  )
  const content = () => {
    if (read.error) return <LoadError title="Failed to load the audit trail" {...read} className="py-14" />
    if (isLoading) return <AuditLoading />
    if (data && data.entries.length > 0) return <AuditTable entries={data.entries} />
    return (
      <EmptyState
        icon={isFiltered ? <SearchX /> : <ScrollText />}
        title={isFiltered ? 'No entries match these filters' : 'No entries'}
        description={isFiltered ? 'Change the filters, or clear them.' : 'Sign-ins and changes appear here.'}
      />
    )
  }
  return (
    <PagedCard name="All audit entries" aria-busy={isLoading} {...pages(data?.next)}>
      <search aria-label="Filters" className="grid items-end gap-3 border-b px-5 py-4 sm:grid-cols-2">
        <SearchFilter
          label="Email"
          maxLength={254}
          value={values.email}
          onPick={(typed) => show({ email: typed?.toLowerCase() })}
        />
        <SearchFilter label="Organization ID" maxLength={64} {...field('organization')} />
        <ChoiceFilter label="Event" choices={eventChoices} {...field('event')} />
        <div className="flex flex-wrap items-end gap-3">
          <DayFilter {...field('day')} />
          <ClearFilters isFiltered={isFiltered} onClear={onClear} />
        </div>
      </search>
      {content()}
    </PagedCard>
  )
}
