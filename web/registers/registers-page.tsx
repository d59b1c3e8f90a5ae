import { LoadError } from '#web/lib/load-error.tsx'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { useRegisters } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MoreArrow } from '#web/ui/more.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { ColumnHeads, RegisterRow } from './register-row.tsx'
import {
  countByHealth,
  groupRegisters,
  healthOf,
  isIdle,
  placeOf,
  type RegisterGroup,
} from './register-status.ts'

export function RegistersPage() {
  const { data: status, ...read } = useRegisters()
  const groups = status && groupRegisters(status.registers)

  const content = () => {
    if (read.error) return <LoadError title="Failed to load the registers" {...read} className="py-14" />
    if (!status || !groups) return <LoadingRows count={8} label="Loading registers" />
    const on = groups.filter(({ register }) => healthOf(register) !== 'off')
    const called = on.filter(({ register, parts }) => ![register, ...parts].every(isIdle))
    return (
      <>
        {called.length > 0 ? (
          <>
            <ColumnHeads />
            <ul className="divide-y divide-line">
              {called.map((group) => (
                <RegisterRow key={group.register.id} group={group} at={status.updatedAt} />
              ))}
            </ul>
          </>
        ) : null}
        <NamesOnly
          title="No calls in the last 24 hours"
          groups={on.filter((group) => !called.includes(group))}
          isOpen={called.length === 0}
        />
        <NamesOnly title="Not connected" groups={groups.filter((group) => !on.includes(group))} />
      </>
    )
  }
  const description = () => {
    if (read.error) return null
    return (
      <span className="block max-sm:min-h-[2lh]">
        {status && groups ? (
          <>
            {summaryOf(groups)}. As of <Time value={status.updatedAt} style="date-time" />.
          </>
        ) : (
          'Loading the status...'
        )}
      </span>
    )
  }

  return (
    <>
      <PageHeader
        description="How the official registers respond to our calls: success rate and average time. An outage never makes a number invalid."
        actions={
          <>
            <RefreshButton read={read} />
            <LinkButton href="/status" variant="ghost">
              Public status page
            </LinkButton>
          </>
        }
      />
      <Card title="Register Status" description={description()} aria-busy={read.isLoading}>
        <div className="mt-4 border-t">{content()}</div>
      </Card>
    </>
  )
}

type NamesOnlyProps = { title: string; groups: readonly RegisterGroup[]; isOpen?: boolean }

function NamesOnly({ title, groups, isOpen }: NamesOnlyProps) {
  if (groups.length === 0) return null
  return (
    <details className="border-t first:border-t-0" open={isOpen}>
      <summary className="flex min-h-11 items-center gap-1.5 px-5 py-2 font-medium text-muted text-sm hover:text-ink">
        <MoreArrow />
        {title}
        <span className="tabular ml-auto font-normal text-faint">{groups.length}</span>
      </summary>
      <ul className="grid gap-x-6 gap-y-2 px-5 pt-1 pb-5 text-sm sm:grid-cols-2 sm:gap-y-3 xl:grid-cols-3">
        {groups.map(({ register, parts }) => (
          <li key={register.id}>
            {register.name} <span className="text-faint sm:block">{placeOf(register, parts.length)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const summaries = [
  ['down', 'not responding'],
  ['poor', 'degraded'],
  ['ok', 'responding'],
  ['unknown', 'idle'],
  ['off', 'off'],
] as const

function summaryOf(groups: readonly RegisterGroup[]): string {
  const counts = countByHealth(groups)
  const parts = summaries.filter(([health]) => counts[health] > 0)
  return parts.map(([health, label]) => `${counts[health]} ${label}`).join(', ')
}
