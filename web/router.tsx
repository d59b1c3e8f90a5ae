import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Link, Navigate, NavLink, Outlet, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from '#web/layout/error-boundary.tsx'
import { Logo } from '#web/layout/logo.tsx'
import { MAIN_ID, SkipLink } from '#web/layout/skip-link.tsx'
import { onSessionEnded } from '#web/lib/api-client.ts'
import { forgetSession, recheckUser } from '#web/lib/session.ts'
import { mayBeSignedIn } from '#web/lib/session-sign.ts'
import { useUser } from '#web/lib/swr.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { watchFocus } from '#web/ui/return-focus.ts'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { endToasts, toast } from '#web/ui/toast.tsx'
import { needsUser, preloadSignedIn, SignedInScreens } from './first-screen.ts'
import { keepPath } from './lib/kept-text.ts'
import { readSecrets, splitSecrets } from './lib/link-secrets.ts'
import { LoadError } from './lib/load-error.tsx'
import { paths } from './paths.ts'
import { AcceptInvitationPage, linkScreens, NotFoundPage, routesTo, signedOutScreens } from './screens.tsx'

export function Router() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<StartScreen />}>
        <WithoutSecrets>
          <Screens />
        </WithoutSecrets>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Moves the secrets of an email's link out of the address bar, and so out of the browser's history. */
function WithoutSecrets({ children }: { children: ReactNode }) {
  const { state, ...address } = useLocation()
  const split = splitSecrets(address)
  if (!split) return children
  return <Navigate to={split.address} replace state={{ ...readSecrets(state), ...split.secrets }} />
}

const invitationPaths: ReadonlySet<string> = new Set([paths.dashboard, paths.auth])

function Screens() {
  const { data: user, ...read } = useUser()
  const { pathname, state } = useLocation()
  const { invitation } = readSecrets(state)
  const [wasSignedIn, setWasSignedIn] = useState(false)
  useSessionEnd()
  useSignInElsewhere(Boolean(user))
  useEffect(watchFocus, [])
  // React renders a deferred screen in short pieces, and answers clicks and keys in between.
  const isStarting = useDeferredValue(read.isLoading)
  usePreloadedDashboard(pathname === paths.auth)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is another screen.
  useEffect(endToasts, [pathname])
  // While the next screen loads, another click on its link would add it to the history once more.
  useEffect(() => {
    const skip = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest('a')?.href === location.href
      const opensTab = event.ctrlKey || event.metaKey || event.shiftKey
      if (isLink && location.pathname !== pathname && !opensTab) event.preventDefault()
    }
    window.addEventListener('click', skip, true)
    return () => window.removeEventListener('click', skip, true)
  }, [pathname])

  // After signing out, any path redirects to /auth. Visitors get there from the screens of users, and "not found" elsewhere.
  const isLink = pathname in linkScreens
  const isLeaving = wasSignedIn && !user && pathname !== paths.auth && !isLink
  if (wasSignedIn !== Boolean(user) && !isLeaving) setWasSignedIn(Boolean(user))

  if (isStarting) return <StartScreen />
  if (read.error) {
    return (
      <NotConnected>
        <LoadError title="Tinproof isn't responding" {...read} />
      </NotConnected>
    )
  }
  if (user && !isLink) {
    if (invitation === undefined || !invitationPaths.has(pathname)) return <SignedInScreens key={user.id} />
    return (
      <Routes>
        <Route element={<SignedOutLayout />}>
          <Route path="*" element={<AcceptInvitationPage />} />
        </Route>
      </Routes>
    )
  }
  if (isLeaving) return <ToSignIn />
  return (
    <Routes>
      <Route element={<SignedOutLayout />}>
        <Route
          path={paths.dashboard}
          element={<Navigate to={paths.auth} replace state={invitation && { invitation }} />}
        />
        {routesTo(signedOutScreens)}
        <Route path="*" element={needsUser(pathname) ? <SignInFirst /> : <NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function SignInFirst() {
  useState(keepCurrentPath)
  return <ToSignIn />
}

/** For users. The state puts the form above the product on phones. */
const ToSignIn = () => <Navigate to={paths.auth} replace state={{}} />

const keepCurrentPath = () => keepPath(location.pathname + location.search + location.hash)

function usePreloadedDashboard(isOnAuth: boolean): void {
  useEffect(() => {
    if (!isOnAuth) return
    const preload = () => void preloadSignedIn(paths.dashboard)
    document.addEventListener('input', preload, { once: true })
    return () => document.removeEventListener('input', preload)
  }, [isOnAuth])
}

/** Continues what index.html draws before React: the frame of the app for members, and a spinner for anyone else. */
function StartScreen() {
  return (
    <div className="start-screen">
      <div />
      <div />
      <SpinnerScreen className="min-h-96" />
    </div>
  )
}

/** Until the user is known. The status page answers even if the Worker doesn't. */
const NotConnected = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <header className="flex h-14 items-center border-b bg-surface px-4 sm:px-6">
      <Logo />
    </header>
    <main className="flex flex-1 flex-col items-center justify-center pb-14">
      {children}
      <a href="/status" className="touch-target text-accent-text text-sm hover:underline">
        Check the status page
      </a>
    </main>
  </div>
)

function useSessionEnd(): void {
  useEffect(
    () =>
      onSessionEnded(() => {
        const { pathname } = location
        if (pathname !== paths.auth) {
          if (pathname !== paths.dashboard && !(pathname in linkScreens)) keepCurrentPath()
          toast.info('Your session has ended', {
            onNextScreen: true,
            description: 'Sign in again to continue.',
          })
        }
        void forgetSession()
      }),
    [],
  )
}

function useSignInElsewhere(isSignedIn: boolean): void {
  useEffect(() => {
    if (isSignedIn) return
    const recheck = () => {
      if (mayBeSignedIn()) void recheckUser()
    }
    window.addEventListener('focus', recheck)
    return () => window.removeEventListener('focus', recheck)
  }, [isSignedIn])
}

const about = [
  ['Docs', '/docs/'],
  ['Status', '/status'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
]

/** Also around the pages of email links, which open for signed-in users. Another link opens another page. */
function SignedOutLayout() {
  const { pathname, state } = useLocation()
  const { data: user } = useUser()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b bg-surface">
        <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
          <Link to={paths.auth} className="flex rounded-sm" aria-label="Tinproof">
            <Logo />
          </Link>
          <nav aria-label="Main" className="flex flex-wrap items-center gap-1 sm:gap-2">
            <NavLink
              to={paths.products}
              className={buttonClass({ variant: 'ghost', className: 'aria-[current=page]:text-ink' })}
            >
              Products
            </NavLink>
            <LinkButton to={user ? paths.dashboard : paths.signInForm} variant="secondary">
              {user ? 'Dashboard' : 'Sign In'}
            </LinkButton>
          </nav>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="flex flex-1 flex-col">
        <ErrorBoundary key={[pathname, ...Object.values(readSecrets(state))].join(' ')}>
          <Suspense fallback={<SpinnerScreen className="min-h-96 flex-1" />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <footer className="border-t px-4 py-3 text-muted text-sm print:hidden">
        <nav aria-label="About" className="flex flex-wrap justify-center gap-x-5 gap-y-1">
          {about.map(([label, href]) => (
            <a key={href} className="touch-target hover:text-ink hover:underline" href={href}>
              {label}
            </a>
          ))}
        </nav>
      </footer>
    </div>
  )
}
