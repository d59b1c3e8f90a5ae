import { useEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { adminAuditPage, adminPage, adminSupportPage } from '#web/admin-screens.ts'
import { embeddedCheckoutPage, subscriptionSuccessPage } from '#web/checkout-screens.ts'
import { checkoutPath, forgetPlan, keptPlan } from '#web/lib/paid-plan.ts'
import { Screen } from '#web/lib/screen.tsx'
import { paths } from '#web/paths.ts'
import {
  activityPage,
  auditPage,
  batchesPage,
  checkoutPage,
  dashboardPage,
  organizationPage,
  paddleDemoPage,
  productsPage,
  profilePage,
  receiptsPage,
  registersPage,
  supportPage,
  tokensPage,
} from '#web/screens.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { RequireOrganization } from './require-organization.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

export function SignedInScreens() {
  const start = useStartPath()
  return (
    <Routes>
      <Route path={paths.auth} element={<Navigate to={start} replace />} />
      <Route element={<SignedInLayout />}>
        <Route element={<RequireOrganization />}>
          <Route path={paths.dashboard} element={<Screen of={dashboardPage} />} />
          <Route path={paths.dashboardAlias} element={<Screen of={dashboardPage} />} />
          <Route path={paths.tokens} element={<Screen of={tokensPage} />} />
          <Route path={paths.activity} element={<Screen of={activityPage} />} />
          <Route path={`${paths.batches}/:batchId?`} element={<Screen of={batchesPage} />} />
          <Route path={paths.receipts} element={<Screen of={receiptsPage} />} />
          <Route path={paths.audit} element={<Screen of={auditPage} />} />
          <Route path={paths.subscriptionSuccess} element={<Screen of={subscriptionSuccessPage} />} />
        </Route>
        <Route path={paths.organization} element={<Screen of={organizationPage} />} />
        <Route path={paths.products} element={<Screen of={productsPage} />} />
        <Route path={paths.checkout} element={<Screen of={checkoutPage} />} />
        <Route path={paths.embeddedCheckout} element={<Screen of={embeddedCheckoutPage} />} />
        <Route path={paths.paddleDemo} element={<Screen of={paddleDemoPage} />} />
        <Route path={paths.profile} element={<Screen of={profilePage} />} />
        <Route path={paths.support} element={<Screen of={supportPage} />} />
        <Route path={paths.admin} element={<Screen of={adminPage} />} />
        <Route path={paths.adminSupport} element={<Screen of={adminSupportPage} />} />
        <Route path={paths.adminAudit} element={<Screen of={adminAuditPage} />} />
        <Route path={paths.registers} element={<Screen of={registersPage} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Signing in leads to the dashboard, or to the checkout of a plan that was chosen before. */
function useStartPath(): string {
  const [plan, setPlan] = useState(keptPlan)
  const start = plan ? checkoutPath(plan) : paths.dashboard
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    forgetPlan()
    if (pathname === paths.auth) return
    // Google's sign-in ends here.
    if (plan && pathname === paths.dashboard) void navigate(start, { replace: true })
    setPlan(undefined)
  }, [pathname, plan, start, navigate])
  return start
}
