import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ConfirmationHost, TwoFactorReminder } from '#web/accounts/index.ts'
import { readOpenRequest } from '#web/lib/open-request.ts'
import { onOrganizationChanged, storedSelection, storeSelection } from '#web/lib/selection.ts'
import { refreshOrganizationData } from '#web/lib/session.ts'
import { useOrganizationId, useUser } from '#web/lib/swr.ts'
import { showTimeZone } from '#web/lib/time-zone.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NOT_FOUND_TITLE } from './not-found-page.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { pageTitle } from './page-title.ts'
import { Sidebar } from './sidebar.tsx'
import { SidebarDrawer } from './sidebar-drawer.tsx'
import { MAIN_ID, SkipLink } from './skip-link.tsx'
import { useShortcuts } from './use-shortcuts.tsx'
import { useSignOut } from './use-sign-out.ts'

export function SignedInLayout() {
  const { pathname, state } = useLocation()
  const { data: user } = useUser()
  const { isSigningOut, signOut } = useSignOut()
  const { openPalette, dialogs } = useShortcuts(signOut)
  const headingRef = useFocusOnNavigation(pathname, readOpenRequest(state) !== undefined)
  const title = pageTitle(pathname) ?? NOT_FOUND_TITLE
  useTitle(title)
  useOrganizationSelection()
  useUsersTimeZone(user?.timeZone)

  const sidebar = (onSearch: () => void) => (
    <Sidebar isSigningOut={isSigningOut} onSignOut={signOut} onSearch={onSearch} />
  )
  return (
    <div className="min-h-dvh md:pl-60 print:pl-0">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 z-20 hidden w-60 border-r bg-surface md:block">
        {sidebar(openPalette)}
      </aside>
      <header className="sticky top-0 z-10 border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-7xl items-center gap-3 px-4 sm:px-6">
          <SidebarDrawer key={pathname}>
            {(close) =>
              sidebar(() => {
                close()
                openPalette()
              })
            }
          </SidebarDrawer>
          <h1 ref={headingRef} tabIndex={-1} className="shrink-0 font-semibold text-lg tracking-tight">
            {title}
          </h1>
          <div className="ml-auto flex min-w-0 items-center gap-2">
            <OrganizationSwitcher />
            <nav aria-label="Account" className="flex">
              <AvatarMenu user={user ?? undefined} isSigningOut={isSigningOut} onSignOut={signOut} />
            </nav>
          </div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="mx-auto max-w-7xl px-4 py-5 sm:px-6 sm:py-6">
        <TwoFactorReminder />
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<SpinnerScreen className="min-h-96" />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <ConfirmationHost />
      {dialogs}
    </div>
  )
}

function useUsersTimeZone(timeZone: string | null | undefined): void {
  // Before the screen below renders its first times.
  useState(() => showTimeZone(timeZone))
  useLayoutEffect(() => showTimeZone(timeZone), [timeZone])
}

/** After navigation, scrolls to the top and focuses the heading, unless the screen opens something that takes the focus. */
function useFocusOnNavigation(pathname: string, isOpening: boolean) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    window.scrollTo(0, 0)
    if (!isOpening) headingRef.current?.focus({ preventScroll: true })
  }, [pathname, isOpening])
  return headingRef
}

function useOrganizationSelection(): void {
  const organizationId = useOrganizationId()
  useEffect(() => {
    if (organizationId && storedSelection() !== organizationId) storeSelection(organizationId)
  }, [organizationId])
  useEffect(() => onOrganizationChanged((changed) => void refreshOrganizationData(changed)), [])
}
