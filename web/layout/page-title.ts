import { paths } from '#web/paths.ts'

const titles: Readonly<Record<string, string>> = {
  [paths.dashboard]: 'Dashboard',
  [paths.dashboardAlias]: 'Dashboard',
  [paths.tokens]: 'API Tokens',
  [paths.activity]: 'Activity',
  [paths.batches]: 'Batches',
  [paths.receipts]: 'Shared Receipts',
  [paths.organization]: 'Organization',
  [paths.audit]: 'Audit Trail',
  [paths.products]: 'Pricing Plans',
  [paths.checkout]: 'Checkout',
  [paths.embeddedCheckout]: 'Checkout',
  [paths.subscriptionSuccess]: 'Subscription',
  [paths.paddleDemo]: 'Payment Demo',
  [paths.profile]: 'Profile & Settings',
  [paths.support]: 'Support',
  [paths.admin]: 'Usage Analytics',
  [paths.adminSupport]: 'Support Requests',
  [paths.adminAudit]: 'All Audit Entries',
  [paths.registers]: 'Registers',
}

export function pageTitle(pathname: string): string | undefined {
  if (pathname.startsWith(`${paths.batches}/`)) return 'Batch'
  return titles[pathname === '/' ? pathname : pathname.replace(/\/+$/, '')]
}
