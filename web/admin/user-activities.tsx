import { StatusBadge } from '#web/activity/index.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { MAX_ACTIVITIES, type UserActivity } from '#worker/admin/contract.ts'
import { useUserActivities } from './admin-queries.ts'

const narrow = 'lg:hidden'
const wide = 'max-lg:hidden'

export function UserActivities({ userId }: { userId: number }) {
  const { data, ...read } = useUserActivities(userId)
  if (read.error) {
    return (
      <ErrorState
        title="Failed to load activities"
        description="Could not load user activities"
        onRetry={read.retry}
        retrying={read.isRetrying}
      />
    )
  }
  if (!data) {
    return (
      <div className="space-y-3 px-5 py-4">
        <LoadingText>Loading activities</LoadingText>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-4 w-full" />
        ))}
      </div>
    )
  }
  const { activities, total } = data
  if (activities.length === 0) {
    return <p className="px-5 py-6 text-center text-muted">No recent activities found</p>
  }
  return (
    <>
      <Table caption="Activities">
        <TableHeader className="max-lg:sr-only">
          <TableRow>
            <TableHead>Method</TableHead>
            <TableHead className={wide}>Endpoint</TableHead>
            <TableHead className={wide}>Status</TableHead>
            <TableHead className={wide}>Response Time</TableHead>
            <TableHead className={wide}>Time</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {activities.map((activity) => (
            <Call key={activity.id} activity={activity} />
          ))}
        </TableBody>
      </Table>
      {activities.length === MAX_ACTIVITIES && total > MAX_ACTIVITIES ? (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          Showing 10 of {formatNumber(total)} activities
        </p>
      ) : null}
    </>
  )
}

function Call({ activity }: { activity: UserActivity }) {
  const { method, endpoint, status, responseTime, createdAt } = activity
  const duration = formatDuration(responseTime)
  const time = <Time value={createdAt} style="date-time" className="whitespace-nowrap" />
  return (
    <TableRow>
      <TableCell className="font-mono text-sm max-lg:pr-5">
        {method} <span className={`break-all ${narrow}`}>{endpoint}</span>
        <span className={`mt-1 flex flex-wrap items-center gap-2 font-sans text-muted ${narrow}`}>
          <StatusBadge status={status} />
          <span className="tabular">{duration}</span>
          {time}
        </span>
      </TableCell>
      <TableCell className={`break-all font-mono text-sm ${wide}`}>{endpoint}</TableCell>
      <TableCell className={wide}>
        <StatusBadge status={status} />
      </TableCell>
      <TableCell className={`tabular whitespace-nowrap ${wide}`}>{duration}</TableCell>
      <TableCell className={`text-muted ${wide}`}>{time}</TableCell>
    </TableRow>
  )
}
