import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MAX_TOKENS } from '#worker/tokens/contract.ts'

type TokenLimitDialogProps = { onClose: () => void; onManage: () => void }

export function TokenLimitDialog({ onClose, onManage }: TokenLimitDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="API Token Limit Reached"
      description={`This organization has the maximum number of ${MAX_TOKENS} API tokens. Delete one first, then create the new one.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onManage}>Manage Tokens</Button>
        </>
      }
    />
  )
}
