import { paths } from '#web/paths.ts'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { tabStore } from './storage.ts'

export const isPaidPlan = (plan: string | null | undefined): plan is PaidPlan =>
  plan === 'PRO' || plan === 'ENTERPRISE'

export const checkoutPath = (plan: PaidPlan) => `${paths.checkout}?plan=${plan}`

/** With this parameter, /organization opens the dialog that changes the plan. */
export const CHANGE_PLAN = 'change-plan'
export const changePlanPath = (plan: PaidPlan) => `${paths.organization}?${CHANGE_PLAN}=${plan}`

const STORAGE_KEY = 'checkoutPlan'
const KEPT_MS = 60 * 60 * 1000

/** Remembers the plan while this tab signs in, for an hour. Google's sign-in leaves the page, so no state survives. */
export const keepPlan = (plan: PaidPlan): void => tabStore.write(STORAGE_KEY, `${plan} ${Date.now()}`)

export function keptPlan(): PaidPlan | undefined {
  const [plan, at] = tabStore.read(STORAGE_KEY)?.split(' ') ?? []
  return isPaidPlan(plan) && Date.now() - Number(at) < KEPT_MS ? plan : undefined
}

export const forgetPlan = (): void => tabStore.write(STORAGE_KEY, null)
