import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ShareDialogProps } from './share-dialog.tsx'

const ShareDialog = lazyComponent<ShareDialogProps>(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
)

type ShareReceiptProps = Omit<ShareDialogProps, 'onClose'>

/** Nothing is stored before the user creates the link in the dialog. */
export function ShareReceipt(props: ShareReceiptProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Share2 aria-hidden />}
        onPointerEnter={() => void ShareDialog.preload()}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen ? (
        <Suspense>
          <ShareDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
