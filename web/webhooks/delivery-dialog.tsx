import { formatDuration } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Delivery, WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { replay } from './webhook-actions.ts'

type DeliveryDialogProps = {
  organizationId: string
  endpoint: WebhookEndpoint
  canChange: boolean
  delivery: Delivery
  onClose: () => void
}

/** The signature isn't stored. */
const headersOf = ({ event, attempts }: Delivery): string => {
  const last = attempts.at(-1)
  return [
    'Content-Type: application/json',
    `webhook-id: ${event.id}`,
    `webhook-timestamp: ${last ? Math.floor(Date.parse(last.at) / 1_000) : '(when it is sent)'}`,
    'webhook-signature: v1,…',
  ].join('\n')
}

export function DeliveryDialog({
  organizationId,
  endpoint,
  canChange,
  delivery,
  onClose,
}: DeliveryDialogProps) {
  const { event, nextTryAt, attempts } = delivery
  return (
    <Dialog
      width="xl"
      title={event.type}
      description={
        <>
          Created <Time value={event.timestamp} style="date-time" />.
          {nextTryAt && attempts.length > 0 ? (
            <>
              {' '}
              Next try <Time value={nextTryAt} style="date-time" />.
            </>
          ) : null}
        </>
      }
      onClose={onClose}
      footer={
        canChange && endpoint.disabledAt === null ? (
          <Button action={() => replay(organizationId, endpoint, delivery)} pendingLabel="Sending...">
            Replay
          </Button>
        ) : null
      }
    >
      <div className="space-y-4">
        <section>
          <h3 className="font-medium text-sm">Tries</h3>
          {attempts.length === 0 ? <p className="mt-1 text-muted text-sm">Not sent yet.</p> : null}
          <ol className="mt-2 space-y-3">
            {attempts.map((attempt) => (
              <li key={attempt.at} className="space-y-1 text-sm">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Badge tone={isSuccess(attempt.status) ? 'valid' : 'invalid'}>{outcomeText(attempt)}</Badge>
                  <Time value={attempt.at} style="date-time" />
                  <span className="tabular text-muted">{formatDuration(attempt.milliseconds)}</span>
                </p>
                {attempt.response ? (
                  <pre className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap rounded-md border bg-sunken p-2 font-mono text-xs">
                    {attempt.response}
                  </pre>
                ) : null}
              </li>
            ))}
          </ol>
        </section>
        <CodeBlock
          label="Request body"
          code={JSON.stringify(event, null, 2)}
          copied={JSON.stringify(event)}
          copyLabel="Copy body"
          className="[&_pre]:wrap-anywhere [&_pre]:w-auto [&_pre]:whitespace-pre-wrap [&_section]:max-h-80"
        />
        <CodeBlock label="Request headers" code={headersOf(delivery)} copyLabel="Copy headers" />
      </div>
    </Dialog>
  )
}

export const outcomeText = ({ status, error }: Delivery['attempts'][number]): string =>
  status === null ? (error === 'TIMEOUT' ? 'Timed out' : 'No connection') : String(status)

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300
