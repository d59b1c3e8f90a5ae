import { LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { fullName, initials } from '#web/lib/format.ts'
import { chooseTheme, themes, useTheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import type { User } from '#worker/accounts/contract.ts'

const themeChoices = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} as const

type AvatarMenuProps = { user: User | undefined; isSigningOut: boolean; onSignOut: () => void }

export function AvatarMenu({ user, isSigningOut, onSignOut }: AvatarMenuProps) {
  const name = user && fullName(user)
  return (
    <DropdownMenu
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label="Account menu"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text text-sm ring-1 ring-accent-line transition-colors ring-inset forced-colors:border hover:ring-accent-text pointer-coarse:size-11"
        >
          {initials(user?.email)}
        </button>
      }
    >
      <MenuLabel className="py-2">
        {name ? (
          <span dir="auto" className="block truncate text-left font-medium text-ink text-sm">
            {name}
          </span>
        ) : null}
        <span className={name ? 'block truncate' : 'block truncate font-medium text-ink text-sm'}>
          {user?.email}
        </span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={paths.profile}>
          <UserRound />
          Profile & Settings
        </Link>
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} disabled={isSigningOut} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  )
}

function ThemeChoice() {
  const theme = useTheme()
  const labelId = useId()
  const choose = (value: string) => {
    const chosen = themes.find((each) => each === value)
    if (chosen) chooseTheme(chosen)
  }
  return (
    <>
      <MenuLabel id={labelId}>Theme</MenuLabel>
      <MenuRadioGroup aria-labelledby={labelId} value={theme} onValueChange={choose}>
        {themes.map((each) => {
          const { label, Icon } = themeChoices[each]
          return (
            // The menu stays open, to compare.
            <MenuRadioItem key={each} value={each} onSelect={(event) => event.preventDefault()}>
              <Icon className="size-4 shrink-0 text-faint" />
              <span className="flex-1">{label}</span>
            </MenuRadioItem>
          )
        })}
      </MenuRadioGroup>
    </>
  )
}
