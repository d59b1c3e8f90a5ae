import {
  Activity,
  BellRing,
  BookOpen,
  Building2,
  DatabaseZap,
  ExternalLink,
  FileCheck2,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  LogOut,
  type LucideIcon,
  Search,
  ShieldCheck,
  Tags,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useOrganizations, useSelected, useSettings, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Keys } from '#web/ui/keys.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { rolePermissions } from '#worker/organizations/contract.ts'
import { isCurrentScreen } from './current-screen.ts'
import { Logo } from './logo.tsx'
import { paletteKeys } from './shortcuts.ts'

const itemClass = cx(
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left font-medium text-base text-muted transition-colors',
  'hover:bg-hover hover:text-ink pointer-coarse:h-11',
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
)

function ScreenLink({ to, icon: Icon, name }: { to: string; icon: LucideIcon; name: string }) {
  const { pathname } = useLocation()
  return (
    <li>
      <Link to={to} aria-current={isCurrentScreen(to, pathname) ? 'page' : undefined} className={itemClass}>
        <Icon className="size-4 shrink-0" />
        {name}
      </Link>
    </li>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <p id={id} className="px-2.5 pb-1 font-medium text-faint text-xs">
        {title}
      </p>
      <ul aria-labelledby={id} className="space-y-0.5">
        {children}
      </ul>
    </div>
  )
}

function useCanSeeWebhooks(): boolean {
  const { data: organizations } = useOrganizations()
  const organization = useSelected()
  // Before the roles are known: most can.
  if (!organizations) return true
  return organization !== undefined && rolePermissions[organization.role].manageWebhooks
}

type SidebarProps = { isSigningOut: boolean; onSignOut: () => void; onSearch: () => void }

export function Sidebar({ isSigningOut, onSignOut, onSearch }: SidebarProps) {
  const { data: settings, isLoading } = useSettings()
  const { data: user } = useUser()
  const canSeeWebhooks = useCanSeeWebhooks()
  return (
    <div className="flex h-full flex-col px-3 pb-4">
      <div className="flex h-14 shrink-0 items-center px-2">
        <Link to={paths.dashboard} className="flex rounded-sm" aria-label="Tinproof">
          <Logo />
        </Link>
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className="mt-1 flex h-9 w-full shrink-0 items-center gap-2.5 rounded-md border bg-surface px-2.5 text-left text-base text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11"
      >
        <Search className="size-4 shrink-0" />
        <span className="flex-1">Search</span>
        <Keys keys={paletteKeys(navigator.userAgent)} />
      </button>
      <nav aria-label="Main" className="mt-3 flex flex-1 flex-col justify-between gap-5 overflow-y-auto">
        <div className="space-y-4">
          <ul className="space-y-0.5">
            <ScreenLink to={paths.dashboard} icon={LayoutDashboard} name="Dashboard" />
            <ScreenLink to={paths.batches} icon={ListChecks} name="Batches" />
            <ScreenLink to={paths.monitoring} icon={BellRing} name="Monitoring" />
            <ScreenLink to={paths.records} icon={FileCheck2} name="Records" />
            <ScreenLink to={paths.activity} icon={Activity} name="Activity" />
          </ul>
          <Group title="Developers">
            <ScreenLink to={paths.tokens} icon={KeyRound} name="API Tokens" />
            {canSeeWebhooks ? <ScreenLink to={paths.webhooks} icon={Webhook} name="Webhooks" /> : null}
            {isLoading || settings?.docsUrl ? (
              <li>
                <a href={settings?.docsUrl} target="_blank" rel="noreferrer" className={itemClass}>
                  <BookOpen className="size-4 shrink-0" />
                  API Docs
                  <ExternalLink className="ml-auto size-3.5 text-faint" />
                  <span className="sr-only">(opens in a new tab)</span>
                </a>
              </li>
            ) : null}
            <ScreenLink to={paths.registers} icon={DatabaseZap} name="Registers" />
          </Group>
          <Group title="Settings">
            <ScreenLink to={paths.organization} icon={Building2} name="Organization" />
            <ScreenLink to={paths.products} icon={Tags} name="Pricing Plans" />
            {user?.role ? <ScreenLink to={paths.admin} icon={ShieldCheck} name="Admin Panel" /> : null}
          </Group>
        </div>
        <ul className="space-y-0.5 border-t pt-3">
          <ScreenLink to={paths.support} icon={LifeBuoy} name="Support" />
          <li>
            <button
              type="button"
              className={itemClass}
              aria-disabled={isSigningOut || undefined}
              onClick={isSigningOut ? undefined : onSignOut}
            >
              {isSigningOut ? <Spinner /> : <LogOut className="size-4 shrink-0" />}
              {isSigningOut ? 'Signing out...' : 'Sign Out'}
            </button>
          </li>
        </ul>
      </nav>
    </div>
  )
}
