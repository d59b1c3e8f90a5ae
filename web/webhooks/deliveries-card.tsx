import { CircleCheck, CircleX, Clock3, Send } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PagedCard } from '#web/lib/page-links.tsx'
import { accepts, useList } from '#web/lib/page-params.ts'
import { RefreshButton } from '#web/lib/refresh-button.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Badge, IconBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { LinkedRow, Table, TableCell } from '#web/ui/table.tsx'
import {
  DELIVERY_PAGE_SIZE,
  type Delivery,
  deliveryQuerySchema,
  EVENT_RETENTION_DAYS,
  type WebhookEndpoint,
} from '#worker/webhooks/contract.ts'
import { replay, useDeliveries } from './webhook-actions.ts'

const stateLooks = {
  pending: { tone: 'unsure', word: 'Pending', Icon: Clock3 },
  delivered: { tone: 'valid', word: 'Delivered', Icon: CircleCheck },
  failed: { tone: 'invalid', word: 'Failed', Icon: CircleX },
} as const

const params = { before: accepts(deliveryQuerySchema.shape.before) }

type DeliveriesCardProps = { organizationId: string; endpoint: WebhookEndpoint; canChange: boolean }

export function DeliveriesCard({ organizationId, endpoint, canChange }: DeliveriesCardProps) {
  const { values, pages } = useList({ path: `${paths.webhooks}/${endpoint.id}`, params, cursor: 'before' })
  const { data: deliveries, ...read } = useDeliveries(organizationId, endpoint.id, values.before)
  const [openedId, setOpenedId] = useState<number>()
  const opened = deliveries?.find(({ id }) => id === openedId)
  const next = deliveries?.length === DELIVERY_PAGE_SIZE ? deliveries.at(-1)?.id : undefined
  const content = () => {
    if (read.error) return <LoadError title="Failed to load deliveries" {...read} className="py-14" />
    if (!deliveries) return <LoadingRows count={3} label="Loading deliveries" rowClass="px-5 py-3.5" />
    if (deliveries.length === 0) {
      return (
        <EmptyState
          icon={<Send />}
          title={values.before ? 'No more deliveries' : 'No deliveries yet'}
          description={
            values.before
              ? 'This page is empty now.'
              : !canChange
                ? 'Events that we send to this endpoint appear here.'
                : endpoint.disabledAt
                  ? 'Enable the endpoint to receive events.'
                  : 'Select Send Test Event above to try the endpoint.'
          }
        />
      )
    }
    return (
      <Table
        caption="Deliveries"
        className="mt-2 max-md:stacked-rows"
        heads={['Event', 'State', ['Tries', 'text-right'], 'Last Response', ['Time', 'text-right']]}
      >
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} onOpen={() => setOpenedId(delivery.id)} />
        ))}
      </Table>
    )
  }
  return (
    <PagedCard
      title="Deliveries"
      description={`Each event that we sent to this endpoint in the last ${EVENT_RETENTION_DAYS} days.`}
      action={<RefreshButton read={read} size="sm" />}
      aria-busy={read.isLoading}
      {...pages(next)}
    >
      <div className="pb-2">{content()}</div>
      {opened ? (
        <DeliveryDialog
          organizationId={organizationId}
          endpoint={endpoint}
          canChange={canChange}
          delivery={opened}
          onClose={() => setOpenedId(undefined)}
        />
      ) : null}
    </PagedCard>
  )
}

function Row({ delivery: { event, state, attempts }, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const last = attempts.at(-1)
  return (
    <LinkedRow>
      <TableCell className="md:w-full md:max-w-0">
        <button
          type="button"
          onClick={onOpen}
          className="block max-w-full truncate rounded-sm font-mono text-sm after:absolute after:inset-0"
        >
          {event.type}
        </button>
      </TableCell>
      <TableCell>
        <IconBadge look={stateLooks[state]} />
      </TableCell>
      <TableCell className="tabular text-right max-md:hidden">{attempts.length}</TableCell>
      <TableCell className="whitespace-nowrap max-md:hidden">{last ? outcomeText(last) : '–'}</TableCell>
      <TableCell className="text-muted max-md:text-sm md:text-right">
        <Time value={event.timestamp} style="date-time" />
      </TableCell>
    </LinkedRow>
  )
}

type DeliveryDialogProps = DeliveriesCardProps & { delivery: Delivery; onClose: () => void }

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

function DeliveryDialog({ organizationId, endpoint, canChange, delivery, onClose }: DeliveryDialogProps) {
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

const outcomeText = ({ status, error }: Delivery['attempts'][number]): string =>
  status === null ? (error === 'TIMEOUT' ? 'Timed out' : 'No connection') : String(status)

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300
