import { Ban, CircleCheck, Eye, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { TestBadge } from '#web/tokens/index.ts'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge, IconBadge } from '#web/ui/badge.tsx'
import { MenuItem } from '#web/ui/dropdown-menu.tsx'
import { DISABLED_AFTER_DAYS, SECRET_OVERLAP_HOURS, type WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { EndpointButton } from './endpoint-button.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx'
import { deleteEndpoint, readSecret, refreshEndpoints, rotateSecret, setEnabled } from './webhook-actions.ts'

const disabledReasons = {
  member: 'by a member',
  gone: 'because it answered 410 Gone',
  failing: `because every request failed for ${DISABLED_AFTER_DAYS} days`,
  plan: 'because your plan allows no more',
} as const

type EndpointRowProps = { organizationId: string; endpoint: WebhookEndpoint; canChange: boolean }

export function EndpointRow({ organizationId, endpoint, canChange }: EndpointRowProps) {
  const { id, url, description, events, live, recent } = endpoint
  return (
    <li className="flex flex-wrap items-start gap-3 px-5 py-4">
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`${paths.webhooks}/${id}`}
            title={url}
            className="wrap-anywhere line-clamp-2 min-w-0 font-medium text-accent-text hover:underline"
          >
            {url}
          </Link>
          {live ? <IconBadge look={{ tone: 'neutral', word: 'Live', Icon: CircleCheck }} /> : <TestBadge />}
        </p>
        {description ? (
          <p dir="auto" className="break-words text-left text-sm">
            {description}
          </p>
        ) : null}
        <p className="flex flex-wrap gap-1">
          {events.map((type) => (
            <Badge key={type}>{type}</Badge>
          ))}
        </p>
        <p className="tabular text-muted text-sm">
          Last 24 hours: {formatNumber(recent.delivered)} delivered, {formatNumber(recent.pending)} pending,{' '}
          {formatNumber(recent.failed)} failed
        </p>
        <Health endpoint={endpoint} />
      </div>
      {canChange ? (
        <div className="max-sm:order-last max-sm:basis-full">
          <EndpointButton size="sm" organizationId={organizationId} endpoint={endpoint} />
        </div>
      ) : null}
      <Actions organizationId={organizationId} endpoint={endpoint} canChange={canChange} />
    </li>
  )
}

function Health({ endpoint: { disabledAt, disabledReason, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (disabledAt && disabledReason) {
    return (
      <p className="text-invalid text-sm">
        Disabled <Time value={disabledAt} style="date-time" /> {disabledReasons[disabledReason]}
      </p>
    )
  }
  if (!failingSince) return null
  return (
    <p className="text-sm text-unsure">
      Failing since <Time value={failingSince} style="date-time" />
    </p>
  )
}

function Actions({ organizationId, endpoint, canChange }: EndpointRowProps) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const { url, disabledAt } = endpoint
  const close = () => setDialog(null)
  const showSecret = (shown: ShownSecret) => setDialog(<SecretDialog shown={shown} onClose={close} />)
  const show = async () => {
    const secret = await readSecret(organizationId, endpoint)
    const { oldSecretUntil } = endpoint
    if (secret) showSecret({ title: 'Signing Secret', secret, oldSecretUntil })
  }
  const rotate = async () => {
    const rotated = await rotateSecret(organizationId, endpoint)
    if (rotated) showSecret({ title: 'Secret Rotated', ...rotated })
    else close()
  }
  const edit = () =>
    setDialog(<EndpointForm organizationId={organizationId} endpoint={endpoint} onClose={close} />)
  const askToRotate = () =>
    setDialog(
      <AlertDialog
        tone="primary"
        title="Rotate Secret"
        description={`You get a new secret now. For ${SECRET_OVERLAP_HOURS} hours, events are also signed with the current one.`}
        confirmLabel="Rotate Secret"
        pendingLabel="Rotating..."
        onConfirm={rotate}
        onClose={close}
      />,
    )
  const askToDelete = () =>
    setDialog(
      <AlertDialog
        title="Delete Endpoint"
        description={
          <>
            <strong>{url}</strong> receives no more events, and its deliveries are deleted. This can't be
            undone.
          </>
        }
        confirmLabel="Delete Endpoint"
        pendingLabel="Deleting..."
        onConfirm={async () => {
          if (await deleteEndpoint(organizationId, endpoint))
            await navigate(paths.webhooks, { replace: true })
          await refreshEndpoints(organizationId)
          close()
        }}
        onClose={close}
      />,
    )
  return (
    <>
      <ActionsMenu of={url} className="-my-1.5">
        {canChange ? (
          <MenuItem icon={<Pencil />} onSelect={edit}>
            Edit
          </MenuItem>
        ) : null}
        <MenuItem icon={<Eye />} onSelect={() => void show()}>
          Show secret
        </MenuItem>
        {canChange ? (
          <>
            <MenuItem icon={<RefreshCw />} onSelect={askToRotate}>
              Rotate secret
            </MenuItem>
            {disabledAt ? null : (
              <MenuItem icon={<Ban />} onSelect={() => void setEnabled(organizationId, endpoint, false)}>
                Disable
              </MenuItem>
            )}
            <MenuItem tone="danger" icon={<Trash2 />} onSelect={askToDelete}>
              Delete
            </MenuItem>
          </>
        ) : null}
      </ActionsMenu>
      {dialog}
    </>
  )
}
