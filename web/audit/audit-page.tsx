import { Download, ScrollText } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { isFiltered, pathWith, readParam } from '#web/lib/page-params.ts'
import { pageQuery } from '#web/lib/queries.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { useAuditPage, useMembers } from '#web/lib/swr.ts'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { OrganizationTab } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFilter, FilterBar, NoMatches } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import {
  type AuditFilter,
  auditEventName,
  auditQuerySchema,
  organizationEvents,
} from '#worker/audit/contract.ts'
import { rolePermissions } from '#worker/organizations/contract.ts'
import { AuditLoading, AuditTable } from './audit-table.tsx'

type AuditParams = { filter: AuditFilter; before: string | undefined }

const { shape } = auditQuerySchema

const parseAuditParams = (query: URLSearchParams): AuditParams => ({
  filter: {
    event: readParam(query, 'event', shape.event),
    actorId: readParam(query, 'person', shape.actorId),
    day: readParam(query, 'day', shape.day),
  },
  before: readParam(query, 'before', shape.before),
})

const auditPath = ({ event, actorId, day }: AuditFilter, before?: string): string =>
  pathWith(paths.audit, { event, person: actorId, day, before })

export function AuditPage() {
  return (
    <OrganizationTab>
      {({ role }) => <AuditTrail isAdmin={rolePermissions[role].editSettings} />}
    </OrganizationTab>
  )
}

function AuditTrail({ isAdmin }: { isAdmin: boolean }) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { filter, before } = parseAuditParams(query)
  const { data, organizationId, ...page } = useAuditPage(isAdmin, { ...filter, before })
  useLeaveOnSwitch(paths.audit)

  const show = (next: AuditFilter) => void navigate(auditPath(next))

  const content = () => {
    if (page.error) return <LoadError title="Failed to load the audit trail" {...page} className="py-14" />
    if (page.isLoading) return <AuditLoading />
    if (!isAdmin) {
      return (
        <EmptyState
          icon={<ScrollText />}
          title="Only admins can see the audit trail"
          description="Ask an admin of this organization."
        />
      )
    }
    if (data && data.entries.length > 0) return <AuditTable entries={data.entries} />
    if (isFiltered(filter)) return <NoMatches what="entries" each="entry" onClear={() => show({})} />
    return (
      <EmptyState
        icon={<ScrollText />}
        title={before === undefined ? 'No entries yet' : 'No older entries'}
        description={
          before === undefined
            ? 'Changes to members, API tokens, settings and your plan appear here.'
            : 'This is the end of the list.'
        }
      />
    )
  }

  return (
    <>
      <PageHeader
        description="Who changed what in this organization, and when."
        actions={
          isAdmin ? (
            <>
              <RefreshButton read={page} />
              <LinkButton
                href={
                  organizationId && api.organization.audit.export.$path(pageQuery(organizationId, filter))
                }
                download
                variant="secondary"
                icon={<Download />}
              >
                Download CSV
              </LinkButton>
            </>
          ) : null
        }
      />
      <PagedCard
        name="Entries"
        aria-busy={page.isLoading}
        newest={before === undefined ? undefined : auditPath(filter)}
        older={data?.next ? auditPath(filter, data.next) : undefined}
      >
        {isAdmin ? <AuditFilters filter={filter} onFilter={show} /> : null}
        <div className="py-1">{content()}</div>
      </PagedCard>
    </>
  )
}

type AuditFiltersProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

const eventChoices = organizationEvents.map((value) => ({ value, label: auditEventName(value) ?? value }))

function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { data: members = [] } = useMembers()
  const change = (part: AuditFilter) => onFilter({ ...filter, ...part })
  const people = members.map(({ id, email }) => ({ value: String(id), label: email }))
  const isFormer =
    filter.actorId !== undefined && !people.some(({ value }) => value === String(filter.actorId))
  return (
    <FilterBar
      className="grid-cols-1 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_auto_auto]"
      isFiltered={isFiltered(filter)}
      onClear={() => onFilter({})}
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
    </FilterBar>
  )
}
