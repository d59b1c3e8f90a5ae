import { StatusBadge } from '#web/activity/index.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { MAX_ACTIVITIES } from '#worker/admin/contract.ts'
import { useUserActivities } from './admin-queries.ts'

export function UserActivities({ userId }: { userId: number }) {
  const { data, error, isRetrying, retry } = useUserActivities(userId)
  if (error) {
    return (
      <ErrorState
        title="Failed to load activities"
        description="Could not load user activities"
        onRetry={retry}
        retrying={isRetrying}
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
        <TableHeader>
          <TableRow>
            <TableHead>Method</TableHead>
            <TableHead>Endpoint</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Response Time</TableHead>
            <TableHead>Time</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {activities.map(({ id, method, endpoint, status, responseTime, createdAt }) => (
            <TableRow key={id}>
              <TableCell className="font-mono text-sm">{method}</TableCell>
              <TableCell className="font-mono text-sm">{endpoint}</TableCell>
              <TableCell>
                <StatusBadge status={status} />
              </TableCell>
              <TableCell className="tabular whitespace-nowrap">{formatDuration(responseTime)}</TableCell>
              <TableCell className="whitespace-nowrap text-muted">
                <Time value={createdAt} style="date-time" />
              </TableCell>
            </TableRow>
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
