import { paths } from '#web/paths.ts'

/** Screens of another entry: a result is part of the activity, and a checkout is of a plan. */
const entries: Readonly<Record<string, string>> = {
  [paths.dashboardAlias]: paths.dashboard,
  [paths.checkout]: paths.products,
  [paths.embeddedCheckout]: paths.products,
  [paths.subscriptionSuccess]: paths.products,
  [paths.paddleDemo]: paths.products,
}

export function isCurrentScreen(to: string, pathname: string): boolean {
  const plain = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  if (to === paths.activity && plain.startsWith(`${paths.results}/`)) return true
  return (entries[plain] ?? plain) === to || plain.startsWith(`${to}/`)
}
