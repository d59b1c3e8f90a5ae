import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { paths } from '#web/paths.ts'
import {
  loadDashboard,
  loadOrganization,
  loadProducts,
  loadProfile,
  loadSupport,
  loadTokens,
} from '#web/screens.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

const DashboardPage = lazy(loadDashboard)
const TokensPage = lazy(loadTokens)
const OrganizationPage = lazy(loadOrganization)
const ProductsPage = lazy(loadProducts)
const ProfilePage = lazy(loadProfile)
const SupportPage = lazy(loadSupport)

export function SignedInScreens() {
  return (
    <Routes>
      <Route path={paths.auth} element={<Navigate to={paths.dashboard} replace />} />
      <Route element={<SignedInLayout />}>
        <Route path={paths.dashboard} element={<DashboardPage />} />
        <Route path={paths.dashboardAlias} element={<DashboardPage />} />
        <Route path={paths.tokens} element={<TokensPage />} />
        <Route path={paths.organization} element={<OrganizationPage />} />
        <Route path={paths.products} element={<ProductsPage />} />
        <Route path={paths.profile} element={<ProfilePage />} />
        <Route path={paths.support} element={<SupportPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
