import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { overlayClass } from '#web/ui/dialog.tsx'

/** Give it the path as key to close it on navigation. */
type SidebarDrawerProps = { children: (close: () => void) => ReactNode }

export function SidebarDrawer({ children }: SidebarDrawerProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="-ml-2 md:hidden"
          aria-label="Open menu"
          icon={<Menu aria-hidden className="size-5" />}
        />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r bg-surface shadow-lg data-[state=open]:animate-slide-left"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          {children(() => setOpen(false))}
          <Dialog.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              className="absolute top-2 right-2"
              aria-label="Close menu"
              icon={<X aria-hidden />}
            />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
