import { History } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '#web/activity/index.ts'
import { formatDuration } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useActivity } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle, cardLinkClass } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import type { Activity } from '#worker/activity/contract.ts'

const SHOWN = 8

export function ActivityCard() {
  const titleId = useId()
  const { activity, isLoading, error, isRetrying, retry } = useActivity()

  const content = () => {
    if (isLoading) return <Loading />
    if (error) {
      return (
        <LoadError title="Failed to load activities" error={error} retry={retry} isRetrying={isRetrying} />
      )
    }
    if (activity.length === 0) {
      return (
        <EmptyState
          icon={<History aria-hidden />}
          title="No calls yet"
          description="Each call to the API shows here with its status and response time. Validate a tax ID to see the first."
          className="py-8"
        />
      )
    }
    return (
      <Table caption="Latest calls">
        <TableHeader>
          <TableRow>
            <TableHead>Time</TableHead>
            <TableHead className="max-sm:hidden">Endpoint</TableHead>
            <TableHead>Status</TableHead>
            <TableHead className="text-right max-sm:hidden">Response Time</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {activity.slice(0, SHOWN).map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </TableBody>
      </Table>
    )
  }

  return (
    <Card aria-labelledby={titleId} aria-busy={isLoading}>
      <CardHeader
        action={
          <Link to={paths.activity} className={cardLinkClass}>
            See all activity
          </Link>
        }
      >
        <CardTitle id={titleId}>Recent Activity</CardTitle>
        <CardDescription>The latest calls of this organization, from code and from here.</CardDescription>
      </CardHeader>
      <CardContent className="px-0 pt-3 pb-2">{content()}</CardContent>
    </Card>
  )
}

function Call({ call }: { call: Activity }) {
  const endpoint = (
    <>
      <span className="text-faint">{call.method}</span> {call.endpoint}
    </>
  )
  return (
    <TableRow>
      <TableCell>
        <Time value={call.createdAt} style="relative" className="whitespace-nowrap" />
        <span className="block break-all font-mono text-muted text-xs sm:hidden">{endpoint}</span>
      </TableCell>
      <TableCell className="break-all font-mono text-sm max-sm:hidden">{endpoint}</TableCell>
      <TableCell>
        <StatusBadge status={call.status} />
        <span className="tabular mt-0.5 block text-muted text-xs sm:hidden">
          {formatDuration(call.responseTime)}
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-right text-muted max-sm:hidden">
        {formatDuration(call.responseTime)}
      </TableCell>
    </TableRow>
  )
}

const rows = Array.from({ length: SHOWN }, (_, row) => row)

function Loading() {
  return (
    <div className="divide-y divide-line px-5">
      <LoadingText>Loading activity</LoadingText>
      <div className="py-2.5">
        <Skeleton className="h-3 w-12" />
      </div>
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-6 py-3">
          <div>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-1.5 h-3.5 w-36 sm:hidden" />
          </div>
          <Skeleton className="h-4 w-48 max-sm:hidden" />
          <Skeleton className="h-5 w-16" />
          <Skeleton className="ml-auto h-4 w-12 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
