import { LoadError } from '#web/lib/load-error.tsx'
import { useSupportRequest } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { MessageList } from './message-list.tsx'
import { ReplyForm } from './reply-form.tsx'
import { BackLink, RequestCard, RequestLoading } from './request-card.tsx'
import { closeRequest, sendReply } from './support-actions.ts'

/** Give it the reference as key. */
export function OwnRequest({ reference }: { reference: string }) {
  const { data: request, ...read } = useSupportRequest(reference)
  const { submit: close, isPending: isClosing } = useSingleSubmit(() => closeRequest(reference))
  const content = () => {
    if (read.error) {
      return (
        <Card>
          <LoadError title="Failed to load request" {...read} />
        </Card>
      )
    }
    if (!request) return <RequestLoading />
    const isClosed = request.state === 'closed'
    return (
      <RequestCard request={request}>
        <MessageList
          messages={request.messages}
          nameOf={({ author }) => (author === 'user' ? 'You' : 'Tinproof Support')}
        />
        <ReplyForm
          label="Reply"
          hint={isClosed ? 'A reply opens this request again.' : undefined}
          submitLabel="Send Reply"
          draftKey={`reply ${reference}`}
          onSend={(text) => sendReply(reference, text)}
          actions={
            isClosed ? null : (
              <Button
                variant="secondary"
                pending={isClosing}
                pendingLabel="Closing..."
                onClick={() => void close()}
              >
                Close Request
              </Button>
            )
          }
        />
      </RequestCard>
    )
  }
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={paths.support} />
      {content()}
    </div>
  )
}
