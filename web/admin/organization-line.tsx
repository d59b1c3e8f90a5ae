import { Check, Pencil, TriangleAlert, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { AdminOrganization } from '#worker/admin/contract.ts'
import { type OrganizationStatus, type Tier, tierNames, tiers } from '#worker/organizations/contract.ts'
import { changeOrganization, changeTier } from './admin-actions.ts'
import { ContractDialog, ReasonDialog } from './organization-dialogs.tsx'

const STILL_CHARGED =
  'The Paddle subscription continues. The customer is charged for it until it is changed or canceled.'

export const InactiveBadge = ({ status }: { status: OrganizationStatus }) =>
  status === 'ACTIVE' ? null : (
    <Badge tone="invalid">{status === 'SUSPENDED' ? 'Suspended' : 'Disabled'}</Badge>
  )

export function OrganizationLine({ organization }: { organization: AdminOrganization }) {
  const { name, tier, status, statusReason, deleteAt, usedCount, monthlyLimit, contractLimit } = organization
  const [isEditing, setEditing] = useState(false)
  const wasEditing = useRef(false)
  const closeEditor = () => {
    wasEditing.current = true
    setEditing(false)
  }
  return (
    <li
      className={cx(
        'group flex items-center justify-between gap-x-4 gap-y-1 py-2 max-sm:flex-wrap',
        isEditing && 'flex-wrap',
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 break-words">
            {name}
          </span>
          <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
          <InactiveBadge status={status} />
        </div>
        <p className="tabular text-muted text-sm">
          {formatNumber(usedCount)}/{formatNumber(monthlyLimit)} calls
          {tier === 'ENTERPRISE' && contractLimit !== null ? ' (contract)' : null}
        </p>
        {statusReason ? <p className="break-words text-muted text-sm">Reason: {statusReason}</p> : null}
        {deleteAt ? (
          <p className="text-muted text-sm">
            Deleted by an admin. Its data will be deleted on <Time value={deleteAt} style="date-time" />.
          </p>
        ) : null}
      </div>
      {isEditing ? (
        <div className="basis-full">
          <TierEditor organization={organization} onClose={closeEditor} />
        </div>
      ) : (
        <div className="-mr-2.5 ml-auto flex flex-wrap items-center gap-1 sm:shrink-0">
          <Button
            ref={(button) => {
              if (button && wasEditing.current) {
                wasEditing.current = false
                button.focus()
              }
            }}
            variant="ghost"
            size="icon-sm"
            aria-label={`Change tier of ${name}`}
            icon={<Pencil />}
            className="pointer-fine:opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
            onClick={() => setEditing(true)}
          />
          {tier === 'ENTERPRISE' ? (
            <DialogButton
              variant="ghost"
              size="sm"
              dialog={(close) => <ContractDialog organization={organization} onClose={close} />}
            >
              Contract Limit
            </DialogButton>
          ) : null}
          <StatusButton organization={organization} />
        </div>
      )}
    </li>
  )
}

function StatusButton({ organization }: { organization: AdminOrganization }) {
  const { name, status, hasSubscription } = organization
  if (status !== 'ACTIVE') {
    return (
      <Button
        variant="ghost"
        size="sm"
        pendingLabel="Activating..."
        action={() => changeOrganization(organization, { status: 'ACTIVE' }, `${name} is active again.`)}
      >
        Activate
      </Button>
    )
  }
  return (
    <DialogButton
      variant="ghost"
      size="sm"
      dialog={(close) => (
        <ReasonDialog
          title="Suspend Organization"
          description={`API calls of ${name} are refused, and its members can't change anything.${hasSubscription ? ` ${STILL_CHARGED}` : ''}`}
          hint="Members of the organization can see it."
          submitLabel="Suspend"
          pendingLabel="Suspending..."
          onReason={(reason) =>
            changeOrganization(organization, { status: 'SUSPENDED', reason }, `${name} is suspended.`)
          }
          onClose={close}
        />
      )}
    >
      Suspend
    </DialogButton>
  )
}

const focus = (trigger: HTMLElement | null) => trigger?.focus()

function TierEditor({ organization, onClose }: { organization: AdminOrganization; onClose: () => void }) {
  const { name, tier: current, contractLimit, hasSubscription } = organization
  const [tier, setTier] = useState<Tier | ''>('')
  const { submit, isPending } = useSingleSubmit(async () => {
    if (tier !== '' && (await changeTier(organization, tier))) onClose()
  })
  return (
    <Form
      aria-label={`Tier of ${name}`}
      className="w-full space-y-1.5 sm:w-72"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isPending) onClose()
      }}
    >
      <div className="flex items-center gap-1.5">
        <Select
          ref={focus}
          aria-label={`New tier of ${name}`}
          options={tiers
            .filter((each) => each !== current)
            .map((value) => ({ value, label: tierNames[value] }))}
          value={tier}
          onValueChange={setTier}
          placeholder="Choose a tier"
          disabled={isPending}
        />
        <Button
          type="submit"
          size="icon-sm"
          aria-label="Confirm"
          disabled={tier === ''}
          pending={isPending}
          icon={<Check />}
        />
        <Button
          variant="secondary"
          size="icon-sm"
          aria-label="Cancel"
          disabled={isPending}
          icon={<X />}
          onClick={onClose}
        />
      </div>
      {hasSubscription ? <Warning>{STILL_CHARGED}</Warning> : null}
      {contractLimit !== null && current === 'ENTERPRISE' ? (
        <Warning>The contract limit ends with the Enterprise tier.</Warning>
      ) : null}
    </Form>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-unsure">
      <TriangleAlert className="mt-[3px] size-3.5 shrink-0" />
      {children}
    </p>
  )
}
