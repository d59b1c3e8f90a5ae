import { Suspense, useEffect, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { SignedOutLayout } from './layout/signed-out-layout.tsx'
import { useSessionEnd } from './layout/use-session-end.ts'
import { errorText } from './lib/api-error.ts'
import { Screen } from './lib/screen.tsx'
import { useUser } from './lib/swr.ts'
import { paths } from './paths.ts'
import { authPage, productsPage, signedInScreens, warmDashboard } from './screens.ts'
import { ErrorState } from './ui/error-state.tsx'
import { SpinnerScreen } from './ui/spinner.tsx'

/** The whole site: one set of addresses for a visitor, another for a signed-in user. */
export function Router() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={<SpinnerScreen />}>
          <Screens />
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  )
}

function Screens() {
  const { user, isLoading, error, isRetrying, retry } = useUser()
  const { pathname } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  useSessionEnd()
  useWarmDashboard(pathname === paths.auth)

  // Signing out leads to /auth from wherever it happened; a visitor's unknown address stays not found.
  const isLeaving = wasSignedIn && !user && pathname !== paths.auth
  if (wasSignedIn !== Boolean(user) && !isLeaving) setWasSignedIn(Boolean(user))

  if (isLoading) return <SpinnerScreen />
  if (error) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState
          title="Tinproof does not answer"
          description={errorText(error)}
          onRetry={retry}
          retrying={isRetrying}
        />
      </main>
    )
  }
  if (user) return <Screen of={signedInScreens} />
  if (isLeaving) return <Navigate to={paths.auth} replace />
  return (
    <Routes>
      <Route element={<SignedOutLayout />}>
        <Route path={paths.dashboard} element={<Navigate to={paths.auth} replace />} />
        <Route path={paths.auth} element={<Screen of={authPage} />} />
        <Route path={paths.products} element={<Screen of={productsPage} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Whoever begins to type on /auth will want the dashboard next. */
function useWarmDashboard(isOnAuth: boolean): void {
  useEffect(() => {
    if (!isOnAuth) return
    const warm = () => void warmDashboard()
    document.addEventListener('input', warm, { once: true })
    return () => document.removeEventListener('input', warm)
  }, [isOnAuth])
}
