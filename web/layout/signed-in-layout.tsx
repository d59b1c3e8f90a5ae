import { Menu } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ConfirmationHost, TwoFactorReminder } from '#web/accounts/index.ts'
import { attempt } from '#web/lib/attempt.ts'
import { readOpenRequest } from '#web/lib/open-request.ts'
import { onOrganizationChanged, storedSelection, storeSelection } from '#web/lib/selection.ts'
import { logout, refreshOrganizationData } from '#web/lib/session.ts'
import { useOrganizationId, useOrganizations, useUser } from '#web/lib/swr.ts'
import { showTimeZone } from '#web/lib/time-zone.ts'
import { NOT_FOUND_TITLE, useTitle } from '#web/lib/use-title.ts'
import { StatusBanner } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { Sidebar } from './sidebar.tsx'
import { MAIN_ID, SkipLink } from './skip-link.tsx'
import { useAccess } from './use-access.ts'
import { useOtherTabs } from './use-other-tabs.ts'
import { useShortcuts } from './use-shortcuts.tsx'

export function SignedInLayout() {
  const { pathname, search, state } = useLocation()
  const { data: user } = useUser()
  const { isSigningOut, signOut } = useSignOut()
  const { openPalette, dialog } = useShortcuts(signOut)
  const headingRef = useFocusOnNavigation(screenOf(pathname, search), readOpenRequest(state) !== undefined)
  const title = pageTitle(pathname) ?? NOT_FOUND_TITLE
  const isTab = pathname.startsWith(`${paths.organization}/`) && title !== NOT_FOUND_TITLE
  useTitle(title)
  useAccess()
  useOrganizationSelection()
  useOtherTabs()
  useUsersTimeZone(user?.timeZone)

  const sidebar = (onSearch: () => void) => (
    <Sidebar isSigningOut={isSigningOut} onSignOut={signOut} onSearch={onSearch} />
  )
  return (
    <div className="min-h-dvh lg:pl-60 print:pl-0">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 z-20 hidden w-60 border-r bg-surface lg:block">
        {sidebar(openPalette)}
      </aside>
      <header className="sticky top-0 z-10 border-b bg-surface">
        <div className="mx-auto flex min-h-14 max-w-7xl flex-wrap items-center gap-x-3 px-4 sm:px-6">
          <SidebarDrawer key={pathname}>
            {(close) =>
              sidebar(() => {
                close()
                openPalette()
              })
            }
          </SidebarDrawer>
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="max-w-max flex-[1_0_min-content] font-semibold text-lg tracking-tight max-sm:leading-5 sm:basis-auto"
          >
            {isTab ? (
              <>
                Organization<span className="sr-only">: {title}</span>
              </>
            ) : (
              title
            )}
          </h1>
          <div className="ml-auto flex min-w-0 flex-[1_1_7.5rem] items-center justify-end gap-2 py-1.5">
            <OrganizationSwitcher />
            <nav aria-label="Account" className="flex">
              <AvatarMenu user={user ?? undefined} isSigningOut={isSigningOut} onSignOut={signOut} />
            </nav>
          </div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="mx-auto max-w-7xl px-4 py-5 sm:px-6 sm:py-6">
        <TwoFactorReminder />
        <div className="mb-5 empty:hidden">
          <StatusBanner />
        </div>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<SpinnerScreen className="min-h-96" />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <ConfirmationHost />
      {dialog}
    </div>
  )
}

function useUsersTimeZone(timeZone: string | null | undefined): void {
  // Before the screen below renders its first times.
  useState(() => showTimeZone(timeZone))
  useLayoutEffect(() => showTimeZone(timeZone), [timeZone])
}

/** A support request has the path of the list. */
const screenOf = (pathname: string, search: string) => pathname + new URLSearchParams(search).get('request')

/** After navigation, scrolls to the top and focuses the heading, unless the screen opens something that takes the focus. */
function useFocusOnNavigation(screen: string, isOpening: boolean) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const last = useRef(screen)
  useEffect(() => {
    if (last.current === screen) return
    last.current = screen
    window.scrollTo(0, 0)
    if (!isOpening) headingRef.current?.focus({ preventScroll: true })
  }, [screen, isOpening])
  return headingRef
}

function useOrganizationSelection(): void {
  const { data: organizations } = useOrganizations()
  const organizationId = useOrganizationId()
  useEffect(() => {
    if (organizations?.length === 0) storeSelection(null)
  }, [organizations])
  useEffect(() => {
    if (!organizationId) return
    if (storedSelection() !== organizationId) storeSelection(organizationId)
    // A link that opens in a new tab opens in the organization of the tab it is in.
    const store = () => storeSelection(organizationId)
    window.addEventListener('focus', store)
    return () => window.removeEventListener('focus', store)
  }, [organizationId])
  useEffect(() => onOrganizationChanged((changed) => void refreshOrganizationData(changed)), [])
}

function useSignOut() {
  const [isSigningOut, setSigningOut] = useState(false)
  const signOut = async () => {
    setSigningOut(true)
    await attempt('Logout failed', async () => {
      await logout()
      toast.success('Logged out', {
        onNextScreen: true,
        description: 'You have been successfully logged out',
      })
    })
    setSigningOut(false)
  }
  return { isSigningOut, signOut: () => void signOut() }
}

const titles: Readonly<Record<string, string>> = {
  [paths.dashboard]: 'Dashboard',
  [paths.dashboardAlias]: 'Dashboard',
  [paths.tokens]: 'API Tokens',
  [paths.webhooks]: 'Webhooks',
  [paths.activity]: 'Activity',
  [paths.batches]: 'Batches',
  [paths.monitoring]: 'Monitoring',
  [paths.records]: 'Records',
  [paths.organization]: 'Organization',
  [paths.team]: 'Team',
  [paths.billing]: 'Billing',
  [paths.projects]: 'Projects',
  [paths.organizationSecurity]: 'Security',
  [paths.audit]: 'Audit Trail',
  [paths.data]: 'Data',
  [paths.products]: 'Pricing Plans',
  [paths.checkout]: 'Checkout',
  [paths.embeddedCheckout]: 'Checkout',
  [paths.subscriptionSuccess]: 'Subscription',
  [paths.paddleDemo]: 'Payment Demo',
  [paths.profile]: 'Profile & Settings',
  [paths.support]: 'Support',
  [paths.admin]: 'Usage Analytics',
  [paths.adminSupport]: 'Support Requests',
  [paths.adminAudit]: 'All Audit Entries',
  [paths.adminSystem]: 'System',
  [paths.registers]: 'Registers',
}

function pageTitle(pathname: string): string | undefined {
  if (pathname.startsWith(paths.results)) return 'Result'
  if (pathname.startsWith(`${paths.batches}/`)) return 'Batch'
  if (pathname.startsWith(`${paths.monitoring}/`)) return 'Monitor'
  if (pathname.startsWith(`${paths.records}/`)) return 'Record'
  if (pathname.startsWith(`${paths.webhooks}/`)) return 'Webhook Endpoint'
  return titles[pathname === '/' ? pathname : pathname.replace(/\/+$/, '')]
}

/** Give it the path as key to close it on navigation, such as Back. */
type SidebarDrawerProps = { children: (close: () => void) => ReactNode }

function SidebarDrawer({ children }: SidebarDrawerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 lg:hidden"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Menu className="size-5" />}
        onClick={() => setOpen(true)}
      />
      {open ? <Drawer onClose={() => setOpen(false)}>{children(() => setOpen(false))}</Drawer> : null}
    </>
  )
}
