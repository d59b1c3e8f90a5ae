import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { api, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { EmailText } from '#web/lib/email-text.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, pathWith, useList } from '#web/lib/page-params.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { fresh, refetch, setData, useRead } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { MessageList, ReplyForm, RequestPage, StateBadge, stateNames } from '#web/support/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceFilter } from '#web/ui/choice-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatches, SearchFilter } from '#web/ui/filters.tsx'
import type { FormErrorProps } from '#web/ui/form.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { tierNames } from '#worker/organizations/contract.ts'
import {
  categoryNames,
  priorityNames,
  type QueuedRequest,
  type QueuedThread,
  queueQuerySchema,
  type SupportPriority,
  supportStates,
} from '#worker/support/contract.ts'
import { AdminArea } from './admin-area.tsx'
import { adminQueries } from './admin-queries.ts'
import { InactiveBadge } from './organization-line.tsx'

const { state, search, after } = queueQuerySchema.shape

const queue = {
  path: paths.adminSupport,
  params: { state: accepts(state), search: accepts(search), after: accepts(after) },
  cursor: 'after',
} as const

export function AdminSupportPage() {
  const [query] = useSearchParams()
  const { here } = useList(queue)
  const reference = query.get('request')
  return (
    <AdminArea>
      {reference ? (
        <SupportRequest reference={reference} backTo={here} />
      ) : (
        <>
          <PageHeader description="Requests of all users: urgent ones first, then those that have waited longest." />
          <SupportRequests />
        </>
      )}
    </AdminArea>
  )
}

const stateChoices = supportStates.map((value) => ({ value, label: stateNames[value] }))

function SupportRequests() {
  const { values, isFiltered, onClear, field, pages } = useList(queue)
  const { data: page, ...read } = useRead(adminQueries.supportQueue(values), fresh)

  const content = () => {
    if (read.error) return <LoadError title="Failed to load support requests" {...read} className="py-14" />
    if (!page) return <LoadingRows count={5} />
    if (page.requests.length > 0) {
      return (
        <ul aria-label="Support requests" className="divide-y divide-line">
          {page.requests.map((request) => (
            <Row
              key={request.reference}
              request={request}
              to={pathWith(paths.adminSupport, { ...values, request: request.reference })}
            />
          ))}
        </ul>
      )
    }
    if (isFiltered) return <NoMatches what="requests" each="request" onClear={onClear} />
    return (
      <EmptyState
        icon={<Inbox />}
        title="No support requests"
        description="Requests that users submit on the support page appear here."
      />
    )
  }

  return (
    <PagedCard
      name="Support requests"
      aria-busy={read.isLoading}
      {...pages(page?.next)}
      labels={{ newest: 'First', older: 'Next' }}
    >
      <search className="grid items-end gap-3 border-b px-5 py-4 lg:grid-cols-[10rem_minmax(0,1fr)_auto]">
        <ChoiceFilter label="State" choices={stateChoices} {...field('state')} />
        <SearchFilter label="Email or reference" maxLength={254} {...field('search')} />
        <RefreshButton read={read} />
      </search>
      <div className="py-1">{content()}</div>
    </PagedCard>
  )
}

const priorityTones: Readonly<Record<SupportPriority, 'neutral' | 'unsure' | 'invalid'>> = {
  low: 'neutral',
  normal: 'neutral',
  high: 'unsure',
  urgent: 'invalid',
}

function Row({ request, to }: { request: QueuedRequest; to: string }) {
  const { reference, subject, category, priority, state, createdAt, account } = request
  const { email, organization } = account
  return (
    <li className="relative flex flex-col gap-x-4 gap-y-2 px-5 py-3 hover:bg-hover lg:flex-row lg:items-center">
      <div className="min-w-0 flex-1">
        <Link to={to} className="break-words font-medium after:absolute after:inset-0 hover:underline">
          {subject}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-muted text-sm">
          <span className="font-mono">{reference}</span>
          <span className="min-w-0">{email ? <EmailText>{email}</EmailText> : 'Deleted account'}</span>
          {organization ? (
            <span className="min-w-0 break-words">
              {organization.name} ({tierNames[organization.tier]})
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
        <span>{categoryNames[category]}</span>
        <Badge tone={priorityTones[priority]}>{priorityNames[priority]}</Badge>
        <StateBadge state={state} />
        <Time value={createdAt} style="relative" className="lg:w-28 lg:text-right" />
      </div>
    </li>
  )
}

function SupportRequest({ reference, backTo }: { reference: string; backTo: string }) {
  return (
    <RequestPage read={useRead(adminQueries.queuedRequest(reference), fresh)} backTo={backTo}>
      {(request) => (
        <>
          <Writer request={request} />
          <MessageList
            messages={request.messages}
            nameOf={({ author, answeredBy }) =>
              author === 'user'
                ? (request.account.email ?? 'Deleted account')
                : (answeredBy ?? 'Tinproof Support')
            }
          />
          <Answer request={request} />
        </>
      )}
    </RequestPage>
  )
}

function Writer({ request: { account, organizationStatus } }: { request: QueuedThread }) {
  const { email, userId, organization } = account
  return (
    <div className="border-b px-5 py-2">
      <Definitions>
        <Definition term="Email">
          <span className="break-all">{email ?? 'Deleted account'}</span>
        </Definition>
        {userId === null ? null : <Definition term="User ID">{userId}</Definition>}
        <Definition term="Organization">
          {organization ? `${organization.name} (${tierNames[organization.tier]})` : 'None'}{' '}
          {organizationStatus ? <InactiveBadge status={organizationStatus} /> : null}
        </Definition>
        {organization ? (
          <Definition term="Organization ID">
            <span className="break-all font-mono text-sm">{organization.id}</span>
          </Definition>
        ) : null}
      </Definitions>
    </div>
  )
}

function Answer({ request }: { request: QueuedThread }) {
  const { reference, state, account, messages } = request
  const isClosed = state === 'closed'
  if (account.userId === null) {
    return (
      <p className="border-t px-5 py-4 text-muted text-sm">
        The account was deleted, so this request can't be answered.
      </p>
    )
  }
  return (
    <ReplyForm
      label="Answer"
      hint="Emailed to the user, and shown on their support page."
      submitLabel="Send Answer"
      draftKey={`answer ${reference}`}
      onSend={(message) => answerRequest(reference, { message, lastMessageId: messages.at(-1)?.id })}
      actions={
        <Button
          variant="secondary"
          pendingLabel={isClosed ? 'Reopening...' : 'Closing...'}
          action={() => changeRequestState(reference, isClosed ? 'open' : 'closed')}
        >
          {isClosed ? 'Reopen Request' : 'Close Request'}
        </Button>
      }
    />
  )
}

async function answerRequest(
  reference: string,
  answer: { message: string; lastMessageId: number | undefined },
): Promise<FormErrorProps | undefined> {
  try {
    const response = await confirmed(() =>
      api.admin.support[':reference'].answers.$post({
        param: { reference: pathParam(reference) },
        json: answer,
      }),
    )
    if (!response) return { title: 'Answer not sent', reason: "Confirm it's you to send it." }
    const request = await response.json()
    await setData(adminQueries.queuedRequest(reference), request)
    toast.success('Answer sent', {
      description:
        request.state === 'open'
          ? 'The user wrote another message in the meantime, so the request stays open.'
          : "We're emailing it to the user.",
    })
    return undefined
  } catch (error) {
    await refetch(adminQueries.queuedRequest(reference))
    return { title: 'Failed to send answer', reason: errorText(error) }
  }
}

async function changeRequestState(reference: string, state: 'open' | 'closed'): Promise<void> {
  await attempt(state === 'closed' ? 'Failed to close request' : 'Failed to reopen request', async () => {
    const response = await confirmed(() =>
      api.admin.support[':reference'].$patch({
        param: { reference: pathParam(reference) },
        json: { state },
      }),
    )
    if (!response) return
    await setData(adminQueries.queuedRequest(reference), await response.json())
    toast.success(state === 'closed' ? 'Request closed' : 'Request reopened')
  })
}
