import { useEffect, useState } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router'
import { checkoutPath, forgetPlan, keptPlan } from '#web/lib/paid-plan.ts'
import { useOrganizationId, useOrganizations } from '#web/lib/swr.ts'
import { isLocked, NoOrganization, TwoFactorNeeded, useNewOrganization } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { organizationScreens, routesTo, userScreens } from '#web/screens.tsx'
import { forgetAppRequest, keptAppRequest } from '#web/tokens/index.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

export function SignedInScreens() {
  const start = useStartPath()
  return (
    <Routes>
      <Route path={paths.auth} element={<Navigate to={start} replace />} />
      <Route element={<SignedInLayout />}>
        <Route element={<RequireOrganization />}>{routesTo(organizationScreens)}</Route>
        {routesTo(userScreens)}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function keptPath(): string | undefined {
  const plan = keptPlan()
  return keptAppRequest() ?? (plan && checkoutPath(plan))
}

/** Signing in leads to the dashboard, unless the visitor came to connect an app or to buy a plan. */
function useStartPath(): string {
  const [next, setNext] = useState(keptPath)
  const start = next ?? paths.dashboard
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    forgetPlan()
    forgetAppRequest()
    if (pathname === paths.auth) return
    if (next && pathname === paths.dashboard) void navigate(start, { replace: true })
    setNext(undefined)
  }, [pathname, next, start, navigate])
  return start
}

function RequireOrganization() {
  const { data: organizations } = useOrganizations()
  const organizationId = useOrganizationId()
  const newOrganization = useNewOrganization()
  const locked = organizations?.find((each) => each.id === organizationId && isLocked(each))
  const content = () => {
    if (organizations?.length === 0) return <NoOrganization newOrganization={newOrganization} />
    return locked ? <TwoFactorNeeded name={locked.name} /> : <Outlet />
  }
  return (
    <>
      {content()}
      {newOrganization.dialog}
    </>
  )
}
