import { useState } from 'react'
import { Time } from '#web/lib/time.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { deleteToken } from './delete-token.ts'
import { type RevokeWhen, revokeOptions } from './token-options.ts'

type RevokeTokenDialogProps = {
  organizationId: string
  token: Token
  onClose: () => void
}

export function RevokeTokenDialog({ organizationId, token, onClose }: RevokeTokenDialogProps) {
  const [when, setWhen] = useState<RevokeWhen>('now')
  const confirm = () => {
    onClose()
    void deleteToken(organizationId, token, when)
  }
  return (
    <AlertDialog
      title="Revoke API Token"
      description={
        <>
          {token.isApp ? 'The app' : 'Code that uses'} <strong>{token.name}</strong> stops working once its
          token is deleted.{' '}
          {when === 'now' ? "This can't be undone." : 'Until then, you can cancel the deletion.'}
          {token.deleteAt ? (
            <span className="mt-1.5 block">
              Its deletion is scheduled for <Time value={token.deleteAt} style="date-time" />. Your choice
              here replaces that.
            </span>
          ) : null}
        </>
      }
      confirmLabel={
        when === 'now' ? 'Delete Token' : token.deleteAt ? 'Reschedule Deletion' : 'Schedule Deletion'
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      {token.isApp ? null : (
        <RadioGroup label="When to delete it" value={when} onValueChange={setWhen} options={revokeOptions} />
      )}
    </AlertDialog>
  )
}
