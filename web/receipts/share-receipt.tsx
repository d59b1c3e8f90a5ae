import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { screenChunk, useChunk } from '#web/lib/screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

const dialog = screenChunk<ShareDialogProps>(async () => (await import('./share-dialog.tsx')).ShareDialog)

type ShareReceiptProps = Omit<ShareDialogProps, 'onClose'>

/** Nothing is stored before the user creates the link in the dialog. */
export function ShareReceipt(props: ShareReceiptProps) {
  const [isOpen, setOpen] = useState(false)
  const focus = useFocusReturn()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Share2 aria-hidden />}
        onPointerEnter={() => void dialog.preload()}
        onClick={() => {
          focus.capture()
          setOpen(true)
        }}
      >
        Share
      </Button>
      {isOpen ? (
        <Suspense>
          <LoadedDialog
            {...props}
            onClose={() => {
              setOpen(false)
              focus.restore()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function LoadedDialog(props: ShareDialogProps) {
  const ShareDialog = useChunk(dialog)
  return <ShareDialog {...props} />
}
