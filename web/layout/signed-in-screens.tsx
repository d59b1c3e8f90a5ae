import { useEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { forgetPath, keptPath } from '#web/lib/kept-text.ts'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { useOrganizations, useSelected } from '#web/lib/swr.ts'
import {
  isLocked,
  NoOrganization,
  OrganizationScope,
  TwoFactorNeeded,
  useNewOrganization,
} from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { NotFoundPage, organizationScreens, routesTo, userScreens } from '#web/screens.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

export function SignedInScreens() {
  const start = useStartPath()
  if (start) return <Navigate to={start} replace />
  return (
    <Routes>
      <Route element={<SignedInLayout />}>
        <Route element={<RequireOrganization />}>{routesTo(organizationScreens)}</Route>
        {routesTo(userScreens)}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Signing in leads to the dashboard, or to where the visitor wanted to go. */
function useStartPath(): string | undefined {
  const { pathname } = useLocation()
  const isStart = pathname === paths.auth || pathname === paths.dashboard
  useEffect(() => {
    if (!isStart) forgetPath()
  }, [isStart])
  if (!isStart) return undefined
  return keptPath() ?? (pathname === paths.auth ? paths.dashboard : undefined)
}

function RequireOrganization() {
  const { data: organizations } = useOrganizations()
  const selected = useSelected()
  const newOrganization = useNewOrganization()
  useOpenRequest('new-organization', true, newOrganization.start)
  const content = () => {
    if (organizations?.length === 0) return <NoOrganization newOrganization={newOrganization} />
    return selected && isLocked(selected) ? <TwoFactorNeeded name={selected.name} /> : <Outlet />
  }
  return (
    <>
      <OrganizationScope>{content()}</OrganizationScope>
      {newOrganization.dialog}
    </>
  )
}
