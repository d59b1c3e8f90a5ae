import { paths } from '#web/paths.ts'
import type { PaidPlan } from '#worker/billing/contract.ts'

export const isPaidPlan = (plan: string | null | undefined): plan is PaidPlan =>
  plan === 'PRO' || plan === 'ENTERPRISE'

export const checkoutPath = (plan: PaidPlan) => `${paths.checkout}?plan=${plan}`

/** With this parameter, /organization opens the dialog that changes the plan. */
export const CHANGE_PLAN = 'change-plan'
export const changePlanPath = (plan: PaidPlan) => `${paths.organization}?${CHANGE_PLAN}=${plan}`

const STORAGE_KEY = 'checkoutPlan'
const KEPT_MS = 60 * 60 * 1000

/** Remembers the plan while this tab signs in, for an hour. Google's sign-in leaves the page, so no state survives. */
export function keepPlan(plan: PaidPlan): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, `${plan} ${Date.now()}`)
  } catch {
    // Without storage, the person chooses the plan again.
  }
}

export function keptPlan(): PaidPlan | undefined {
  try {
    const [plan, at] = sessionStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    return isPaidPlan(plan) && Date.now() - Number(at) < KEPT_MS ? plan : undefined
  } catch {
    return undefined
  }
}

export function forgetPlan(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing was kept.
  }
}
