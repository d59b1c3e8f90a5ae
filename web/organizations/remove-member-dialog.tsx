import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useProjects, useTokens } from '#web/lib/swr.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Member } from '#worker/organizations/contract.ts'
import { createdBy } from './member-actions.ts'

type RemoveMemberDialogProps = {
  member: Member
  onClose: () => void
  onConfirm: (options: { revokeTokens: boolean }) => void
}

export function RemoveMemberDialog({ member, onClose, onConfirm }: RemoveMemberDialogProps) {
  const [revokeTokens, setRevokeTokens] = useState(false)
  const { tokens } = useTokens()
  const { data: projects } = useProjects()
  const names = createdBy(member.email, tokens, projects ?? [])
  return (
    <AlertDialog
      onClose={onClose}
      title="Remove from organization"
      description={
        <>
          <strong className="break-words font-medium text-ink">{member.email}</strong> loses access
          immediately. Invitations they sent no longer work.
        </>
      }
      confirmLabel={revokeTokens ? 'Remove and Revoke' : 'Remove Member'}
      onConfirm={() => onConfirm({ revokeTokens })}
    >
      {names.length > 0 ? (
        <div className="rounded-md border p-3">
          <Checkbox
            checked={revokeTokens}
            onCheckedChange={setRevokeTokens}
            label={`Also revoke the ${formatCount(names.length, 'API token')} they created`}
            hint="They may know these tokens. Your systems may still use them."
          />
          <ul className="mt-2 max-h-40 list-disc space-y-0.5 overflow-y-auto pl-11 text-sm">
            {names.map(({ key, name }) => (
              <li key={key} className="break-words">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </AlertDialog>
  )
}
