import { Download, ScrollText } from 'lucide-react'
import { api } from '#web/lib/api-client.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, useList } from '#web/lib/page-params.ts'
import { inOrganization, query } from '#web/lib/queries.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { fresh, useMembers, useOfOrganization } from '#web/lib/swr.ts'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { OrganizationTab } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFilter, FilterBar, NoMatches } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { auditEventName, auditQuerySchema, organizationEvents } from '#worker/audit/contract.ts'
import { rolePermissions } from '#worker/organizations/contract.ts'
import { AuditLoading, AuditTable } from './audit-table.tsx'

const { event, actorId, day, before } = auditQuerySchema.shape

const useAuditList = () =>
  useList({
    path: paths.audit,
    params: { event: accepts(event), person: accepts(actorId), day: accepts(day), before: accepts(before) },
    cursor: 'before',
  })

export function AuditPage() {
  return (
    <OrganizationTab>
      {({ role }) => <AuditTrail isAdmin={rolePermissions[role].editSettings} />}
    </OrganizationTab>
  )
}

function AuditTrail({ isAdmin }: { isAdmin: boolean }) {
  const list = useAuditList()
  const { event, person: actorId, day, before } = list.values
  const filter = { event, actorId, day }
  const { data, organizationId, ...page } = useOfOrganization(
    (id) => (isAdmin ? query(api.organization.audit, inOrganization(id, { ...filter, before })) : null),
    fresh,
  )
  useLeaveOnSwitch(paths.audit)

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
    if (list.isFiltered) return <NoMatches what="entries" each="entry" onClear={list.onClear} />
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
                  organizationId &&
                  api.organization.audit.export.$path(inOrganization(organizationId, filter))
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
      <PagedCard name="Entries" aria-busy={page.isLoading} {...list.pages(data?.next)}>
        {isAdmin ? <AuditFilters list={list} /> : null}
        <div className="py-1">{content()}</div>
      </PagedCard>
    </>
  )
}

const eventChoices = organizationEvents.map((value) => ({ value, label: auditEventName(value) ?? value }))

function AuditFilters({ list }: { list: ReturnType<typeof useAuditList> }) {
  const { data: members = [] } = useMembers()
  const { person } = list.values
  const people = members.map(({ id, email }) => ({ value: String(id), label: email }))
  const isKnown = person === undefined || people.some(({ value }) => value === person)
  return (
    <FilterBar list={list} className="grid-cols-1 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_auto_auto]">
      <ChoiceFilter
        label="Person"
        choices={isKnown ? people : [...people, { value: person, label: 'Former member' }]}
        {...list.field('person')}
      />
      <ChoiceFilter label="Event" choices={eventChoices} {...list.field('event')} />
      <DayFilter {...list.field('day')} />
    </FilterBar>
  )
}
