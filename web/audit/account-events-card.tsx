import { ShieldCheck } from 'lucide-react'
import { LoadError } from '#web/lib/load-error.tsx'
import { queries } from '#web/lib/queries.ts'
import { fresh, useRead } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { auditEventName } from '#worker/audit/contract.ts'

export function AccountEventsCard() {
  const { data, ...read } = useRead(queries.ownAudit, fresh)
  const content = () => {
    if (read.error) return <LoadError title="Failed to load events" {...read} />
    if (!data) return <LoadingRows count={3} label="Loading events" rowClass="px-5 py-2.5" />
    if (data.entries.length === 0) {
      return (
        <EmptyState
          icon={<ShieldCheck />}
          title="No events yet"
          description="Sign-ins and changes to your password will appear here."
          className="py-10"
        />
      )
    }
    return (
      <ul className="divide-y divide-line">
        {data.entries.map(({ id, event, device, network, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5"
          >
            <span className={event.endsWith('failed') ? 'font-medium text-invalid' : 'font-medium'}>
              {auditEventName(event) ?? event}
            </span>
            <Time value={createdAt} style="date-time" className="text-muted text-sm max-sm:w-full" />
            <span className="w-full break-words text-muted text-sm">
              {[device, network].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Card
      title="Recent Account Activity"
      description="Don't recognize one? Change your password and sign out everywhere else."
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-2 pb-2">{content()}</CardContent>
    </Card>
  )
}
