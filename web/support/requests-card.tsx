import { LifeBuoy } from 'lucide-react'
import type { Ref } from 'react'
import { Link, useSearchParams } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { PageLinks } from '#web/lib/page-links.tsx'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { categoryNames, type SupportRequest } from '#worker/support/contract.ts'
import { StateBadge } from './request-card.tsx'
import { useSupportRequests } from './support-actions.ts'

export function RequestsCard({ ref, onTurn }: { ref: Ref<HTMLElement>; onTurn: () => void }) {
  const [query] = useSearchParams()
  const before = query.get('before') ?? undefined
  const { data: page, ...read } = useSupportRequests(before)

  const content = () => {
    if (read.error) return <LoadError title="Failed to load requests" {...read} />
    if (!page) return <LoadingRows count={2} />
    if (page.requests.length === 0) {
      return (
        <EmptyState
          icon={<LifeBuoy />}
          title={before ? 'No older requests' : 'No requests yet'}
          description={
            before ? 'This is the end of the list.' : 'Your requests and our answers will appear here.'
          }
          className="py-10"
        />
      )
    }
    return (
      <ul aria-label="Your Requests" className="divide-y divide-line">
        {page.requests.map((request) => (
          <RequestRow key={request.reference} request={request} />
        ))}
      </ul>
    )
  }

  return (
    <Card
      ref={ref}
      tabIndex={-1}
      title="Your Requests"
      description="From all of your organizations."
      action={<RefreshButton size="sm" read={read} />}
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-2 pb-2">{content()}</CardContent>
      <PageLinks
        newest={before && paths.support}
        older={page?.next ? `${paths.support}?before=${page.next}` : undefined}
        onTurn={onTurn}
      />
    </Card>
  )
}

function RequestRow({ request }: { request: SupportRequest }) {
  const { reference, subject, category, state, updatedAt } = request
  return (
    <li className="relative flex items-start gap-3 px-5 py-3 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to={`${paths.support}?request=${reference}`}
          className="break-words font-medium after:absolute after:inset-0 hover:underline"
        >
          {subject}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="font-mono">{reference}</span>
          <span>{categoryNames[category]}</span>
          <Time value={updatedAt} style="relative" />
        </p>
      </div>
      <StateBadge state={state} />
    </li>
  )
}
