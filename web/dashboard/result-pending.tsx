import { Badge } from '#web/ui/badge.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { checks } from './result-table.tsx'

/** The shape of a result before it is there. */
export function ResultPending() {
  return (
    <div>
      <LoadingText>Validating...</LoadingText>
      <div className="flex gap-3 rounded-lg border p-4">
        <Skeleton className="size-6 rounded-full" />
        <div className="flex-1 space-y-3">
          <Skeleton className="h-6 w-3/4 max-w-80" />
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3.5 w-full max-w-md" />
        </div>
      </div>
      <Skeleton className="mt-4 h-9 w-48 rounded-md" />
      <ul className="mt-5 divide-y divide-line">
        {checks.map(({ name }) => (
          <li key={name} className="flex items-center justify-between gap-4 py-2.5">
            <span className="text-muted text-sm">{name}</span>
            <Badge icon={<Spinner />}>Pending</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}
