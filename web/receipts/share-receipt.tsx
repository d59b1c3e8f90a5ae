import { Share2 } from 'lucide-react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import type { ShareDialogProps } from './share-dialog.tsx'

const ShareDialog = lazyComponent(
  () => import('./share-dialog.tsx').then((module) => module.ShareDialog),
  null,
)

type ShareReceiptProps = Omit<ShareDialogProps, 'onClose'>

/** Nothing is stored before the user creates the link in the dialog. */
export function ShareReceipt(props: ShareReceiptProps) {
  return (
    <DialogButton
      variant="ghost"
      size="sm"
      icon={<Share2 aria-hidden />}
      onPointerEnter={() => void ShareDialog.preload()}
      dialog={(close) => <ShareDialog {...props} onClose={close} />}
    >
      Share
    </DialogButton>
  )
}
