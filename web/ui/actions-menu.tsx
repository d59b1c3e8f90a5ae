import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DropdownMenu } from './dropdown-menu.tsx'
import { keepFocusNear } from './return-focus.ts'

/** The menu of a table row, in its last column. `of` names the row. */
export const ActionsMenu = ({
  of,
  className,
  children,
}: {
  of: string
  className?: string
  children: ReactNode
}) => (
  <DropdownMenu
    trigger={
      <Button
        ref={keepFocusNear}
        variant="ghost"
        size="icon"
        className={className}
        icon={<Ellipsis />}
        aria-label={`Actions for ${of}`}
      />
    }
  >
    {children}
  </DropdownMenu>
)
