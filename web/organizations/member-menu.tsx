import { Ellipsis, UserMinus, UserPen } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'

type MemberMenuProps = {
  email: string
  onChangeRole: (opener: Element | null) => void
  onRemove: (opener: Element | null) => void
}

export function MemberMenu({ email, onChangeRole, onRemove }: MemberMenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  return (
    <DropdownMenu
      trigger={
        <Button
          ref={triggerRef}
          variant="ghost"
          size="icon"
          icon={<Ellipsis aria-hidden />}
          aria-label={`Actions for ${email}`}
        />
      }
    >
      <MenuItem icon={<UserPen aria-hidden />} onSelect={() => onChangeRole(triggerRef.current)}>
        Change role
      </MenuItem>
      <MenuItem tone="danger" icon={<UserMinus aria-hidden />} onSelect={() => onRemove(triggerRef.current)}>
        Remove from organization
      </MenuItem>
    </DropdownMenu>
  )
}
