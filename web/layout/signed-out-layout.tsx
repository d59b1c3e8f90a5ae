import { Suspense } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Logo } from './logo.tsx'
import { MAIN_ID, SkipLink } from './skip-link.tsx'

/** Also around the pages of email links, which open for signed-in users. */
export function SignedOutLayout() {
  const { pathname } = useLocation()
  const { data: user } = useUser()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
          <Link to={paths.auth} className="flex rounded-sm" aria-label="Tinproof">
            <Logo />
          </Link>
          <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
            <Button asChild variant="ghost" className="aria-[current=page]:text-ink">
              <NavLink to={paths.products}>Products</NavLink>
            </Button>
            <Button asChild variant="secondary">
              <Link to={user ? paths.dashboard : paths.auth}>{user ? 'Dashboard' : 'Sign In'}</Link>
            </Button>
          </nav>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="flex flex-1 flex-col">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<SpinnerScreen className="min-h-96 flex-1" />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <footer className="border-t px-4 py-3 text-muted text-sm print:hidden">
        <nav aria-label="About" className="flex flex-wrap justify-center gap-x-5 gap-y-1">
          <a className="hover:text-ink hover:underline" href="/docs/">
            Docs
          </a>
          <a className="hover:text-ink hover:underline" href="/status">
            Status
          </a>
          <a className="hover:text-ink hover:underline" href="/terms">
            Terms
          </a>
          <a className="hover:text-ink hover:underline" href="/privacy">
            Privacy
          </a>
        </nav>
      </footer>
    </div>
  )
}
