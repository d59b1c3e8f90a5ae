import { api, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { BackLink } from '#web/lib/back-link.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { fresh, refetch, setData, useRead } from '#web/lib/swr.ts'
import { MessageList, ReplyForm, RequestCard, RequestLoading } from '#web/support/index.ts'
import { Button } from '#web/ui/button.tsx'
import type { FormErrorProps } from '#web/ui/form.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { tierNames } from '#worker/organizations/contract.ts'
import type { QueuedThread } from '#worker/support/contract.ts'
import { adminQueries } from './admin-queries.ts'

/** Give it the reference as key. */
export function SupportRequest({ reference, backTo }: { reference: string; backTo: string }) {
  const { data: request, ...read } = useRead(adminQueries.queuedRequest(reference), fresh)
  const content = () => {
    if (read.error) return <LoadError inCard title="Failed to load request" {...read} />
    if (!request) return <RequestLoading />
    return (
      <RequestCard request={request}>
        <Writer account={request.account} />
        <MessageList
          messages={request.messages}
          nameOf={({ author, answeredBy }) =>
            author === 'user'
              ? (request.account.email ?? 'Deleted account')
              : (answeredBy ?? 'Tinproof Support')
          }
        />
        <Answer request={request} />
      </RequestCard>
    )
  }
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={backTo}>All Requests</BackLink>
      {content()}
    </div>
  )
}

function Writer({ account: { email, userId, organization } }: Pick<QueuedThread, 'account'>) {
  return (
    <div className="border-b px-5 py-2">
      <Definitions>
        <Definition term="Email">
          <span className="break-all">{email ?? 'Deleted account'}</span>
        </Definition>
        {userId === null ? null : <Definition term="User ID">{userId}</Definition>}
        <Definition term="Organization">
          {organization ? `${organization.name} (${tierNames[organization.tier]})` : 'None'}
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
