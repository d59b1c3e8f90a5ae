import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type FocusEvent, type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { DialogScope } from '../dialog-scope.ts'
import { Form } from '../form.tsx'
import { returnFocus } from '../return-focus.ts'

export const overlayClass = 'fixed inset-0 z-50 bg-backdrop data-[state=open]:animate-fade'
const dialogClass = cx(
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
  'flex-col overflow-y-auto rounded-xl border bg-raised shadow-lg data-[state=open]:animate-fade',
)
const dialogFooterClass =
  'flex flex-col-reverse gap-2 px-6 pt-2 pb-6 sm:flex-row sm:items-center sm:justify-end'

const widths = { sm: 'max-w-sm', md: 'max-w-md', lg: 'max-w-lg', xl: 'max-w-2xl' } as const

export type DialogProps = {
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  width?: keyof typeof widths
  /** Makes it a form, which a click outside doesn't close. */
  onSubmit?: () => void
  /** Without it, only the content closes the dialog. */
  onClose?: () => void
  /** Only Escape and the footer close it. */
  isAlert?: boolean
}

/** From one end to the other, Radix moves the focus without scrolling. */
function showFocused({ target, currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget.contains(relatedTarget)) target.scrollIntoView({ block: 'nearest' })
}

/** Also if what opened the dialog is still there, such as the sidebar. */
export function useCloseOnBack(onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    const listener = () => close()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])
}

export function Dialog({
  title,
  description,
  children,
  footer,
  width = 'md',
  onSubmit,
  onClose,
  isAlert = false,
}: DialogProps) {
  useCloseOnBack(onClose)
  const scope = useContext(DialogScope)
  const hasDescription = Boolean(scope || description)
  const hasCloseButton = onClose !== undefined && !isAlert
  const stay = (event: Event) => event.preventDefault()
  const content = (
    <>
      {children ? <div className="px-6 py-4">{children}</div> : <div className="pt-2" />}
      {footer ? <div className={dialogFooterClass}>{footer}</div> : null}
    </>
  )
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          className={cx(dialogClass, widths[width])}
          onCloseAutoFocus={returnFocus}
          onFocus={showFocused}
          {...(!onClose && { onEscapeKeyDown: stay })}
          {...((onSubmit || !hasCloseButton) && { onPointerDownOutside: stay, onInteractOutside: stay })}
          {...(isAlert && { role: 'alertdialog' })}
          {...(!hasDescription && { 'aria-describedby': undefined })}
        >
          <div className={cx('space-y-1.5 break-words px-6 pt-6', hasCloseButton && 'pr-14')}>
            <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
            {hasDescription ? (
              <Primitive.Description asChild>
                <div className="space-y-1.5 text-base text-muted [&_strong]:wrap-anywhere [&_strong]:font-medium [&_strong]:text-ink">
                  {scope ? <p className="text-sm">{scope}</p> : null}
                  {description ? <p>{description}</p> : null}
                </div>
              </Primitive.Description>
            ) : null}
          </div>
          {onSubmit ? <Form onSubmit={onSubmit}>{content}</Form> : content}
          {hasCloseButton ? (
            <Primitive.Close asChild>
              <Button
                variant="ghost"
                size="icon-sm"
                className="absolute top-4 right-4"
                aria-label="Close"
                icon={<X />}
              />
            </Primitive.Close>
          ) : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
