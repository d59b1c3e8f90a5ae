import { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx'
import type { ButtonProps } from './button.tsx'
import { DialogButton } from './dialog-button.tsx'

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
