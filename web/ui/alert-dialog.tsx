import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { dialogClass, dialogFooterClass, overlayClass } from './dialog.tsx'
import { returnFocus } from './return-focus.ts'
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

/** Render it only while it is open. */
export function AlertDialog({
  title,
  description,
  children,
  cancelLabel = 'Cancel',
  confirmLabel,
  pendingLabel,
  tone = 'danger',
  onConfirm,
  onClose,
}: AlertDialogProps) {
  const { submit, isPending } = useSingleSubmit(async () => {
    await onConfirm()
  })
  return (
    <Primitive.Root
      open
      onOpenChange={() => {
        if (!isPending) onClose()
      }}
    >
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content className={cx(dialogClass, 'max-w-md')} onCloseAutoFocus={returnFocus}>
          <div className="space-y-1.5 break-words px-6 pt-6">
            <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
            <Primitive.Description className="text-base text-muted">{description}</Primitive.Description>
          </div>
          {children ? <div className="px-6 py-4">{children}</div> : <div className="pt-3" />}
          <div className={dialogFooterClass}>
            <Primitive.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Primitive.Cancel>
            <Button
              variant={tone}
              pending={isPending}
              {...(pendingLabel ? { pendingLabel } : {})}
              onClick={() => void submit()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
