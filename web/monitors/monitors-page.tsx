import { BellRing, Plus } from 'lucide-react'
import { useParams } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, useList } from '#web/lib/page-params.ts'
import { PlanLimitReached } from '#web/lib/plan-limit-reached.tsx'
import { useOrganization } from '#web/lib/swr.ts'
import { useLeaveOnSwitch } from '#web/lib/use-leave-on-switch.ts'
import { changeSettings, permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilterBar, NoMatches, SearchFilter } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { listMonitorsSchema, MAX_SEARCH_LENGTH } from '#worker/monitors/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { results, resultTexts } from '#worker/validation/contract.ts'
import { AddDialog } from './add-dialog.tsx'
import { useMonitors } from './monitor-actions.ts'
import { MonitorPage } from './monitor-page.tsx'
import { MonitorsTable } from './monitors-table.tsx'

export function MonitorsPage() {
  const { monitorId } = useParams()
  return monitorId === undefined ? <Overview /> : <MonitorPage key={monitorId} monitorId={monitorId} />
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const changes = [
  { value: '1', label: 'In the last 24 hours' },
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
]
const states = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'failing', label: 'Register not responding' },
]
const resultChoices = results.map((value) => ({ value, label: resultTexts[value].word }))

const { search, result, state, cursor } = listMonitorsSchema.shape

const monitorList = {
  path: paths.monitoring,
  params: {
    search: accepts(search),
    result: accepts(result),
    state: accepts(state),
    changed: (text: string) => changes.some(({ value }) => value === text),
    cursor: accepts(cursor),
  },
  cursor: 'cursor',
} as const

/** From the full hour, so that the filter is the same request for an hour. */
const sinceOf = (days: string | undefined) =>
  days === undefined
    ? undefined
    : new Date(Math.floor(Date.now() / HOUR) * HOUR - Number(days) * DAY).toISOString()

function Overview() {
  const { data: organization, organizationId } = useOrganization()
  const list = useList(monitorList)
  const { changed, ...values } = list.values
  const { data: page, ...read } = useMonitors({ ...values, changedSince: sinceOf(changed) })
  useLeaveOnSwitch(paths.monitoring)
  const isActive = organization?.status === 'ACTIVE'
  const isFull = page !== undefined && page.monitorCount >= page.monitorLimit

  const content = () => {
    if (read.error) return <LoadError title="Failed to load the monitors" {...read} className="py-14" />
    if (!page) return <LoadingRows count={6} label="Loading monitors" rowClass="px-5 py-3.5" />
    if (page.monitors.length > 0) return <MonitorsTable monitors={page.monitors} from={list.here} />
    if (list.isFiltered) return <NoMatches what="monitors" each="monitor" onClear={list.onClear} />
    return (
      <EmptyState
        icon={<BellRing />}
        title="No monitors yet"
        description="A number that is valid today can be deregistered tomorrow. Add the numbers of your customers and suppliers, and we'll tell you what changes in the register."
      />
    )
  }

  return (
    <>
      <PageHeader
        description={
          organization && !isActive ? (
            "Nothing is checked, because this organization isn't active."
          ) : organization && isFull ? (
            <PlanLimitReached
              organization={organization}
              what="monitors"
              count={page.monitorCount}
              limit={page.monitorLimit}
            />
          ) : (
            'We check these numbers regularly and tell you what changed. This uses no quota.'
          )
        }
        actions={
          <>
            {page ? (
              <span className="tabular text-muted text-sm">
                {formatNumber(page.monitorCount)} of {formatNumber(page.monitorLimit)} used
              </span>
            ) : read.isLoading ? (
              <Skeleton className="h-4 w-24" />
            ) : null}
            <DialogButton
              icon={<Plus />}
              disabled={!isActive || isFull}
              dialog={(close) =>
                organizationId && <AddDialog organizationId={organizationId} onClose={close} />
              }
            >
              Monitor Numbers
            </DialogButton>
          </>
        }
      />
      <PagedCard name="Monitored Numbers" aria-busy={read.isLoading} {...list.pages(page?.next)}>
        {page?.monitors.length === 0 && !list.isFiltered ? null : (
          <FilterBar list={list} className="grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]">
            <SearchFilter
              label="Number, name or your ID"
              maxLength={MAX_SEARCH_LENGTH}
              className="col-span-full lg:col-span-1"
              {...list.field('search')}
            />
            <ChoiceFilter label="Changed" choices={changes} {...list.field('changed')} />
            <ChoiceFilter label="Result" choices={resultChoices} {...list.field('result')} />
            <ChoiceFilter label="State" choices={states} {...list.field('state')} />
          </FilterBar>
        )}
        <div className="py-1">{content()}</div>
      </PagedCard>
      {organization ? <Digest organization={organization} /> : null}
    </>
  )
}

const digests = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'none', label: 'Off' },
] as const

const Digest = ({ organization }: { organization: OrganizationDetail }) => (
  <Field label="Email digest" hint="Admins get an email with the changes." className="mt-6 sm:max-w-xs">
    <Select
      options={digests}
      value={organization.monitorDigest}
      disabled={!permissionsIn(organization).editSettings}
      onValueChange={(monitorDigest) =>
        void changeSettings(organization.id, { monitorDigest }, { failure: 'Failed to change the digest' })
      }
    />
  </Field>
)
