import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { AdminOrganization } from '#worker/admin/contract.ts'
import { tierNames } from '#worker/organizations/contract.ts'
import { changeOrganization } from './admin-actions.ts'
import { ContractDialog } from './contract-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { TierEditor } from './tier-editor.tsx'

export function OrganizationLine({ organization }: { organization: AdminOrganization }) {
  const { name, tier, status, statusReason, usedCount, monthlyLimit, contractLimit } = organization
  const [isEditing, setEditing] = useState(false)
  const wasEditing = useRef(false)
  const closeEditor = () => {
    wasEditing.current = true
    setEditing(false)
  }
  return (
    <li className="group flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 max-w-full">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 break-words">
            {name}
          </span>
          <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
          {status === 'ACTIVE' ? null : (
            <Badge tone="invalid">{status === 'SUSPENDED' ? 'Suspended' : 'Disabled'}</Badge>
          )}
          {isEditing ? null : (
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
              icon={<Pencil aria-hidden />}
              className="pointer-fine:opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
              onClick={() => setEditing(true)}
            />
          )}
        </div>
        <p className="tabular text-muted text-sm">
          {formatNumber(usedCount)}/{formatNumber(monthlyLimit)} calls
          {contractLimit === null ? null : ' (contract)'}
        </p>
        {statusReason ? <p className="break-words text-muted text-sm">Reason: {statusReason}</p> : null}
      </div>
      {isEditing ? (
        <div className="basis-full">
          <TierEditor organization={organization} onClose={closeEditor} />
        </div>
      ) : (
        <div className="flex flex-wrap gap-1 max-sm:-ml-2.5">
          {tier === 'ENTERPRISE' ? <ContractButton organization={organization} /> : null}
          <StatusButton organization={organization} />
        </div>
      )}
    </li>
  )
}

function ContractButton({ organization }: { organization: AdminOrganization }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Contract Limit
      </Button>
      {isOpen ? <ContractDialog organization={organization} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function StatusButton({ organization }: { organization: AdminOrganization }) {
  const { name, status } = organization
  const [isOpen, setOpen] = useState(false)
  const { submit: activate, isPending } = useSingleSubmit(async () => {
    await changeOrganization(organization, { status: 'ACTIVE' }, `${name} is active again.`)
  })
  if (status !== 'ACTIVE') {
    return (
      <Button
        variant="ghost"
        size="sm"
        pending={isPending}
        pendingLabel="Activating..."
        onClick={() => void activate()}
      >
        Activate
      </Button>
    )
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Suspend
      </Button>
      {isOpen ? (
        <ReasonDialog
          title="Suspend Organization"
          description={`API calls of ${name} are refused, and its members can't change anything.`}
          hint="Members of the organization can see it."
          submitLabel="Suspend"
          pendingLabel="Suspending..."
          onReason={(reason) =>
            changeOrganization(organization, { status: 'SUSPENDED', reason }, `${name} is suspended.`)
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
