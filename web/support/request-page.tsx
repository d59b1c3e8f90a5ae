import { CircleCheck, CircleDot, LifeBuoy, MessageSquareReply } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { BackLink } from '#web/lib/back-link.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import type { Read } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { IconBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingCard } from '#web/ui/skeleton.tsx'
import {
  categoryNames,
  priorityNames,
  type SupportRequest,
  type SupportState,
} from '#worker/support/contract.ts'

type RequestPageProps<Request> = {
  read: Read & { data: Request | undefined }
  backTo: string
  children: (request: Request) => ReactNode
}

export function RequestPage<Request extends SupportRequest>({
  read: { data: request, ...read },
  backTo,
  children,
}: RequestPageProps<Request>) {
  const content = () => {
    if (request)
      return (
        <RequestCard key={request.reference} request={request}>
          {children(request)}
        </RequestCard>
      )
    if (read.isGone) {
      return (
        <EmptyState
          inCard
          icon={<LifeBuoy />}
          title="This request doesn't exist"
          description="It was deleted, or it belongs to another account."
        />
      )
    }
    if (read.error) return <LoadError inCard title="Failed to load request" {...read} />
    return <LoadingCard label="Loading the request" />
  }
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={backTo}>All Requests</BackLink>
      {content()}
    </div>
  )
}

function RequestCard({ request, children }: { request: SupportRequest; children: ReactNode }) {
  const titleId = useId()
  const { reference, subject, category, priority, state, createdAt } = request
  return (
    <Card aria-labelledby={titleId}>
      <div className="border-b px-5 py-4">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <h2
            id={titleId}
            dir="auto"
            className="min-w-0 flex-1 basis-40 break-words font-semibold text-lg tracking-tight"
          >
            {subject}
          </h2>
          <StateBadge state={state} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <span className="font-mono">{reference}</span>
          <CopyButton text={reference} label="Copy reference" />
          <span>{categoryNames[category]}</span>
          <span aria-hidden>·</span>
          <span>{priorityNames[priority]} priority</span>
          <span aria-hidden>·</span>
          <span>
            Submitted <Time value={createdAt} />
          </span>
        </div>
      </div>
      {children}
    </Card>
  )
}

export const stateNames: Readonly<Record<SupportState, string>> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

const looks = {
  open: { tone: 'accent', Icon: CircleDot },
  answered: { tone: 'valid', Icon: MessageSquareReply },
  closed: { tone: 'neutral', Icon: CircleCheck },
} as const

export const StateBadge = ({ state }: { state: SupportState }) => (
  <IconBadge look={{ ...looks[state], word: stateNames[state] }} />
)
