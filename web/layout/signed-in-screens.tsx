import { Navigate, Route, Routes } from 'react-router'
import { Screen } from '#web/lib/screen.tsx'
import { paths } from '#web/paths.ts'
import {
  activityPage,
  adminSupportPage,
  auditPage,
  dashboardPage,
  organizationPage,
  productsPage,
  profilePage,
  registersPage,
  supportPage,
  tokensPage,
} from '#web/screens.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { RequireOrganization } from './require-organization.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

export function SignedInScreens() {
  return (
    <Routes>
      <Route path={paths.auth} element={<Navigate to={paths.dashboard} replace />} />
      <Route element={<SignedInLayout />}>
        <Route element={<RequireOrganization />}>
          <Route path={paths.dashboard} element={<Screen of={dashboardPage} />} />
          <Route path={paths.dashboardAlias} element={<Screen of={dashboardPage} />} />
          <Route path={paths.tokens} element={<Screen of={tokensPage} />} />
          <Route path={paths.activity} element={<Screen of={activityPage} />} />
          <Route path={paths.audit} element={<Screen of={auditPage} />} />
        </Route>
        <Route path={paths.organization} element={<Screen of={organizationPage} />} />
        <Route path={paths.products} element={<Screen of={productsPage} />} />
        <Route path={paths.profile} element={<Screen of={profilePage} />} />
        <Route path={paths.support} element={<Screen of={supportPage} />} />
        <Route path={paths.adminSupport} element={<Screen of={adminSupportPage} />} />
        <Route path={paths.registers} element={<Screen of={registersPage} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
