import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { returnFocus } from '../return-focus.ts'
import { overlayClass } from './dialog.tsx'

export type DrawerProps = { children: ReactNode; onClose: () => void }

export const Drawer = ({ children, onClose }: DrawerProps) => (
  <Primitive.Root open onOpenChange={onClose}>
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        aria-describedby={undefined}
        onCloseAutoFocus={returnFocus}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) onClose()
        }}
        className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r bg-surface shadow-lg data-[state=open]:animate-slide-left"
      >
        <Primitive.Title className="sr-only">Menu</Primitive.Title>
        {children}
        <Primitive.Close asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            className="absolute top-2 right-2"
            aria-label="Close menu"
            icon={<X />}
          />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  </Primitive.Root>
)
