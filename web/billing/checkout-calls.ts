import { api } from '#web/lib/api-client.ts'
import { queries } from '#web/lib/queries.ts'
import { refetchOrDrop } from '#web/lib/swr.ts'
import type { CheckoutParameters, DemoPayment, PaidPlan, Verification } from '#worker/billing/contract.ts'
import type { Payment } from './payment-state.ts'

export async function readCheckoutParameters(
  organizationId: string,
  plan: PaidPlan | undefined,
): Promise<CheckoutParameters> {
  const response = await api.paddle['client-params'].$post({
    json: { organizationId, ...(plan && { plan }) },
  })
  return await response.json()
}

export async function requestUpgrade(organizationId: string, plan: PaidPlan): Promise<string | undefined> {
  const response = await api.organization.upgrade.$post({ json: { organizationId, plan } })
  const { checkoutUrl } = await response.json()
  return checkoutUrl
}

export async function verifyPayment({ organizationId, transactionId }: Payment): Promise<Verification> {
  const response = await api.subscription.verify.$post({
    json: { organizationId, ...(transactionId && { transactionId }) },
  })
  return await response.json()
}

const isOfPlan = (key: unknown) =>
  [queries.user.key, queries.organizations.key].includes(String(key)) ||
  /^\/api\/(organization|subscription)\?/.test(String(key))

export const refreshPlan = (): Promise<void> => refetchOrDrop(isOfPlan)

/** For a payment that Paddle confirms after the person left: on the next screen, and once more when they return to the window. */
export function refreshPlanLater(): void {
  void refreshPlan()
  window.addEventListener('focus', refreshPlan, { once: true })
}

export async function payDemo(organizationId: string): Promise<DemoPayment> {
  return await (await api.paddle['demo-payment'].$post({ json: { organizationId } })).json()
}
