import { LogOut, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { initials } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'

type AvatarMenuProps = { email: string | undefined; isSigningOut: boolean; onSignOut: () => void }

export function AvatarMenu({ email, isSigningOut, onSignOut }: AvatarMenuProps) {
  return (
    <DropdownMenu
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label="Account menu"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text text-sm ring-1 ring-accent-line transition-colors ring-inset hover:bg-accent-line pointer-coarse:size-11"
        >
          {initials(email)}
        </button>
      }
    >
      <MenuLabel className="truncate font-medium text-ink text-sm">{email}</MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={paths.profile}>
          <UserRound aria-hidden />
          Profile & Settings
        </Link>
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} disabled={isSigningOut} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  )
}
