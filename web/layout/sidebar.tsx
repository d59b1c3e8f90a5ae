import {
  BookOpen,
  Building2,
  ExternalLink,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  LogOut,
  type LucideIcon,
  ShieldCheck,
  Tags,
} from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { useSettings, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Logo } from './logo.tsx'

const itemClass = cx(
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left font-medium text-base text-muted transition-colors',
  'hover:bg-hover hover:text-ink pointer-coarse:h-11',
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
)

type ScreenLinkProps = { to: string; icon: LucideIcon; end?: boolean; children: string }

function ScreenLink({ to, icon: Icon, end = true, children }: ScreenLinkProps) {
  return (
    <li>
      <NavLink to={to} end={end} className={itemClass}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {children}
      </NavLink>
    </li>
  )
}

type SidebarProps = { isSigningOut: boolean; onSignOut: () => void }

export function Sidebar({ isSigningOut, onSignOut }: SidebarProps) {
  const { settings } = useSettings()
  const { user } = useUser()
  return (
    <div className="flex h-full flex-col px-3 pb-4">
      <div className="flex h-14 shrink-0 items-center px-2">
        <Link to={paths.dashboard} className="flex rounded-sm" aria-label="Tinproof">
          <Logo />
        </Link>
      </div>
      <nav aria-label="Main" className="flex flex-1 flex-col justify-between gap-6 overflow-y-auto pt-3">
        <ul className="space-y-0.5">
          <ScreenLink to={paths.dashboard} icon={LayoutDashboard}>
            Dashboard
          </ScreenLink>
          <ScreenLink to={paths.batches} icon={ListChecks} end={false}>
            Batches
          </ScreenLink>
          <ScreenLink to={paths.products} icon={Tags}>
            Pricing Plans
          </ScreenLink>
          <ScreenLink to={paths.organization} icon={Building2}>
            Organization
          </ScreenLink>
          {settings?.docsUrl ? (
            <li>
              <a href={settings.docsUrl} target="_blank" rel="noreferrer" className={itemClass}>
                <BookOpen aria-hidden className="size-4 shrink-0" />
                API Docs
                <ExternalLink aria-hidden className="ml-auto size-3.5 text-faint" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </li>
          ) : null}
          <ScreenLink to={paths.tokens} icon={KeyRound}>
            API Tokens
          </ScreenLink>
          {user?.role ? (
            <ScreenLink to={paths.admin} icon={ShieldCheck} end={false}>
              Admin Panel
            </ScreenLink>
          ) : null}
        </ul>
        <ul className="space-y-0.5 border-t pt-3">
          <ScreenLink to={paths.support} icon={LifeBuoy}>
            Support
          </ScreenLink>
          <li>
            <button
              type="button"
              className={itemClass}
              aria-disabled={isSigningOut || undefined}
              onClick={isSigningOut ? undefined : onSignOut}
            >
              {isSigningOut ? <Spinner /> : <LogOut aria-hidden className="size-4 shrink-0" />}
              {isSigningOut ? 'Signing out...' : 'Sign Out'}
            </button>
          </li>
        </ul>
      </nav>
    </div>
  )
}
