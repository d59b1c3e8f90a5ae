import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

type TooltipProps = { text: ReactNode; side?: 'top' | 'right' | 'bottom' | 'left'; children: ReactNode }

/** More about a control that already has a name; its one child must take focus. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={250}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-64 rounded-sm bg-ink px-2 py-1 text-canvas text-xs shadow-md data-[state=delayed-open]:animate-fade"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
