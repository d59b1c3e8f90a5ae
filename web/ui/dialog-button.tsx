import { type ReactNode, useState } from 'react'
import { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx'
import { Button, type ButtonProps } from './button.tsx'

type DialogButtonProps = ButtonProps & { dialog: (close: () => void) => ReactNode }

export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}

type ConfirmButtonProps = ButtonProps & { question: Omit<AlertDialogProps, 'onClose'> }

/** Asks before it does something. The question closes when that has ended. */
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
