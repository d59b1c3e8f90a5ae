import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormError, type FormErrorProps } from './form.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'width'> & {
  children: ReactNode
  submitLabel?: string
  pendingLabel?: string
  /** While it is true, the dialog stays open and can't be submitted again. */
  isPending?: boolean
  tone?: 'primary' | 'danger'
  extraAction?: ReactNode
  error?: FormErrorProps | undefined
  onSubmit: () => void
  onClose: () => void
}

export function FormDialog({
  children,
  submitLabel = 'Save',
  pendingLabel = 'Saving...',
  isPending = false,
  tone = 'primary',
  extraAction,
  error,
  onSubmit,
  onClose,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      onClose={() => {
        if (!isPending) onClose()
      }}
      onSubmit={onSubmit}
      footer={
        <>
          {extraAction}
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} pending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
      {error ? (
        <div className="mt-4 empty:hidden">
          <FormError {...error} />
        </div>
      ) : null}
    </Dialog>
  )
}
