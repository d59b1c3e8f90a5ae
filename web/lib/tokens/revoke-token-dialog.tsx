import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { revokeToken } from './revoke-token.ts'
import { type RevokeWhen, revokeOptions } from './token-words.ts'

type RevokeTokenDialogProps = {
  organizationId: string
  /** The token in question; undefined closes the dialog. */
  token: Token | undefined
  onClose: () => void
}

export function RevokeTokenDialog({ organizationId, token, onClose }: RevokeTokenDialogProps) {
  const [when, setWhen] = useState<RevokeWhen>('now')
  const close = () => {
    onClose()
    setWhen('now')
  }
  const confirm = () => {
    if (!token) return
    close()
    void revokeToken(organizationId, token, when)
  }
  return (
    <AlertDialog
      open={token !== undefined}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title="Revoke API token"
      description={
        <>
          Whatever uses <strong className="break-words font-medium text-ink">{token?.name}</strong> stops
          working when it is deleted. This cannot be undone.
        </>
      }
      confirmLabel={when === 'now' ? 'Delete Token' : 'Schedule Deletion'}
      onConfirm={confirm}
    >
      <RadioGroup label="When to delete it" value={when} onValueChange={setWhen} options={revokeOptions} />
    </AlertDialog>
  )
}
