import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButton } from './dialog-button.tsx'
import { useSingleSubmit } from './use-single-submit.ts'

type AlertDialogProps = {
  title: ReactNode
  description: ReactNode
  children?: ReactNode
  cancelLabel?: string
  confirmLabel: string
  pendingLabel?: string
  tone?: 'danger' | 'primary'
  /** The dialog stays open until it ends. */
  onConfirm: () => unknown
  onClose: () => void
}

/** On a small screen, the button is below the question, which stays in view. */
const focusInPlace = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/** Asks before something is done. A click outside doesn't close it. */
export function AlertDialog({
  cancelLabel = 'Cancel',
  confirmLabel,
  pendingLabel,
  tone = 'danger',
  onConfirm,
  onClose,
  ...dialog
}: AlertDialogProps) {
  const { submit, isPending } = useSingleSubmit(async () => {
    await onConfirm()
  })
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog
      {...dialog}
      isAlert
      onClose={close}
      footer={
        <>
          <Button variant="secondary" ref={focusInPlace} onClick={close}>
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            pending={isPending}
            {...(pendingLabel ? { pendingLabel } : {})}
            onClick={() => void submit()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}

type ConfirmButtonProps = ButtonProps & { question: Omit<AlertDialogProps, 'onClose'> }

export const ConfirmButton = ({ question, ...button }: ConfirmButtonProps) => (
  <DialogButton
    {...button}
    dialog={(close) => (
      <AlertDialog
        {...question}
        onConfirm={async () => {
          await question.onConfirm()
          close()
        }}
        onClose={close}
      />
    )}
  />
)
