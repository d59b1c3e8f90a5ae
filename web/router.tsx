import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { NotConnected } from './layout/not-connected.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { SignedOutLayout } from './layout/signed-out-layout.tsx'
import { StartScreen } from './layout/start-screen.tsx'
import { useSessionEnd } from './layout/use-session-end.ts'
import { readSecrets, splitSecrets } from './lib/link-secrets.ts'
import { LoadError } from './lib/load-error.tsx'
import { rememberSignedIn } from './lib/remember-signed-in.ts'
import { Screen } from './lib/screen.tsx'
import { useUser } from './lib/swr.ts'
import { paths } from './paths.ts'
import { preloadDashboard, signedInScreens } from './preload-screens.ts'
import {
  acceptInvitationPage,
  accessDeniedPage,
  authPage,
  checkoutPage,
  confirmEmailPage,
  paddleDemoPage,
  productsPage,
  receiptPage,
  resetPasswordPage,
  verifyPage,
} from './screens.ts'
import { toastQueue } from './ui/toast.ts'

export function Router() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={<StartScreen />}>
          <WithoutSecrets>
            <Screens />
          </WithoutSecrets>
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  )
}

/** Moves the secrets of an email's link out of the address bar, and so out of the browser's history. */
function WithoutSecrets({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation()
  const split = splitSecrets(pathname, search)
  if (!split) return children
  return (
    <Navigate
      to={{ pathname, search: split.search }}
      replace
      state={{ ...readSecrets(state), ...split.secrets }}
    />
  )
}

/** These links open even for a signed-in user: an email may be for another account, and a receipt is for anyone. */
const linkPaths: ReadonlySet<string> = new Set([
  paths.verify,
  paths.resetPassword,
  paths.confirmEmail,
  paths.receipt,
])
const invitationPaths: ReadonlySet<string> = new Set([paths.dashboard, paths.auth])

function Screens() {
  const { user, isLoading, error, isRetrying, retry } = useUser()
  const { pathname, state } = useLocation()
  const { invitation } = readSecrets(state)
  const [wasSignedIn, setWasSignedIn] = useState(false)
  useSessionEnd()
  // React renders a deferred screen in short pieces, and answers clicks and keys in between.
  const isStarting = useDeferredValue(isLoading)
  const isKnown = !isLoading && !error
  const isSignedIn = Boolean(user)
  useEffect(() => {
    if (isKnown) rememberSignedIn(isSignedIn)
  }, [isKnown, isSignedIn])
  usePreloadedDashboard(pathname === paths.auth)
  useEffect(() => toastQueue.showScreen(pathname), [pathname])

  // After signing out, any path redirects to /auth. Visitors get "not found" for unknown paths.
  const isLink = linkPaths.has(pathname)
  const isLeaving = wasSignedIn && !user && pathname !== paths.auth && !isLink
  if (wasSignedIn !== Boolean(user) && !isLeaving) setWasSignedIn(Boolean(user))

  if (isStarting) return <StartScreen />
  if (error) {
    return (
      <NotConnected>
        <LoadError title="Tinproof isn't responding" error={error} retry={retry} isRetrying={isRetrying} />
      </NotConnected>
    )
  }
  if (user && !isLink) {
    if (invitation === undefined || !invitationPaths.has(pathname)) return <Screen of={signedInScreens} />
    return (
      <Routes>
        <Route element={<SignedOutLayout />}>
          <Route path="*" element={<Screen of={acceptInvitationPage} />} />
        </Route>
      </Routes>
    )
  }
  if (isLeaving) return <Navigate to={paths.auth} replace />
  return (
    <Routes>
      <Route element={<SignedOutLayout />}>
        <Route
          path={paths.dashboard}
          element={<Navigate to={paths.auth} replace state={invitation && { invitation }} />}
        />
        <Route path={paths.auth} element={<Screen of={authPage} />} />
        <Route path={paths.verify} element={<Screen of={verifyPage} />} />
        <Route path={paths.resetPassword} element={<Screen of={resetPasswordPage} />} />
        <Route path={paths.confirmEmail} element={<Screen of={confirmEmailPage} />} />
        <Route path={paths.receipt} element={<Screen of={receiptPage} />} />
        <Route path={paths.products} element={<Screen of={productsPage} />} />
        <Route path={`${paths.admin}/*`} element={<Screen of={accessDeniedPage} />} />
        <Route path={paths.checkout} element={<Screen of={checkoutPage} />} />
        <Route path={paths.paddleDemo} element={<Screen of={paddleDemoPage} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function usePreloadedDashboard(isOnAuth: boolean): void {
  useEffect(() => {
    if (!isOnAuth) return
    const preload = () => void preloadDashboard()
    document.addEventListener('input', preload, { once: true })
    return () => document.removeEventListener('input', preload)
  }, [isOnAuth])
}
