import { api, inBody, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { isRefusal } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { formatLongDate } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, refreshOrganization, setData, updateData } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Billing, BillingDetails, BillingDetailsStatus, PaidPlan } from '#worker/billing/contract.ts'
import { tierNames } from '#worker/organizations/contract.ts'
import type { BillingAction } from './subscription-state.ts'

type Answer<Body> = { json: () => Promise<Body> }

/** Another browser or Paddle may have changed the subscription. */
async function refreshAfterRefusal(error: unknown, organizationId: string): Promise<void> {
  if (isRefusal(error)) {
    await Promise.all([refetch(queries.subscription(organizationId)), refreshOrganization(organizationId)])
  }
}

const attemptIn = <Result>(organizationId: string, title: string, work: () => Promise<Result>) =>
  attempt(title, work, (error) => refreshAfterRefusal(error, organizationId))

const change = (
  organizationId: string,
  call: () => Promise<Answer<Billing>>,
  texts: { failure: string; success: string; description: (billing: Billing) => string },
) =>
  attemptIn(organizationId, texts.failure, async () => {
    const answer = await confirmed(call)
    if (!answer) return false
    const billing = await answer.json()
    await setData(queries.subscription(organizationId), billing)
    toast.success(texts.success, { description: texts.description(billing) })
    await refreshOrganization(organizationId)
    return true
  })

type PlanChange = { maxDue: string; isKept?: boolean }

/** `maxDue` is the amount that the screen shows as due. `isKept` takes a downgrade back. */
export const changePlan = (organizationId: string, plan: PaidPlan, { maxDue, isKept = false }: PlanChange) =>
  change(organizationId, () => api.subscription.change.$post(inBody(organizationId, { plan, maxDue })), {
    failure: 'Failed to change the plan',
    success: isKept ? 'Downgrade canceled' : 'Plan changed',
    description: ({ subscription }) =>
      subscription?.state.kind === 'downgrading'
        ? `Your plan changes to ${tierNames[plan]} on ${formatLongDate(subscription.currentPeriodEnd)}.`
        : `Your organization ${isKept ? 'stays' : 'is now'} on the ${tierNames[plan]} plan.`,
  })

type SimpleAction = Exclude<BillingAction, 'change' | 'keep'>

const calls: Readonly<
  Record<
    SimpleAction,
    Parameters<typeof change>[2] & { call: (organizationId: string) => Promise<Answer<Billing>> }
  >
> = {
  cancel: {
    call: (organizationId) => api.subscription.cancel.$post(inBody(organizationId, {})),
    failure: 'Failed to cancel the subscription',
    success: 'Subscription canceled',
    description: ({ subscription }) =>
      subscription?.state.kind === 'canceling'
        ? 'You keep your plan until the end of the period you paid for.'
        : "You won't be charged again.",
  },
  'undo-cancel': {
    call: (organizationId) => api.subscription['undo-cancel'].$post(inBody(organizationId, {})),
    failure: 'Failed to undo the cancellation',
    success: 'Cancellation undone',
    description: () => 'Your subscription will renew.',
  },
  resume: {
    call: (organizationId) => api.subscription.resume.$post(inBody(organizationId, {})),
    failure: 'Failed to resume the subscription',
    success: 'Subscription resumed',
    description: () => 'Your plan continues.',
  },
}

export function changeSubscription(organizationId: string, action: SimpleAction) {
  const { call, ...texts } = calls[action]
  return change(organizationId, () => call(organizationId), texts)
}

/** The tab opens before the answer is there, because browsers block tabs that open later. */
async function openInTab(read: () => Promise<Answer<{ url: string }>>): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { url } = await (await read()).json()
    if (tab) tab.location.replace(url)
    else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Asks for the password, if needed, before the tab opens. */
export const openPortal = (organizationId: string) =>
  attemptIn(organizationId, "Failed to open Paddle's customer portal", async () => {
    if (!(await confirmed(() => api.user.confirmation.$get()))) return
    await openInTab(() => api.subscription.portal.$post(inBody(organizationId, {})))
  })

export const openInvoice = (organizationId: string, transactionId: string) =>
  attemptIn(organizationId, 'Failed to open the invoice', () =>
    openInTab(() =>
      api.subscription.invoices[':transactionId'].$get({
        header: organizationHeader(organizationId),
        param: { transactionId: pathParam(transactionId) },
        query: { organizationId },
      }),
    ),
  )

export const billingDetailsTexts: Readonly<Record<BillingDetailsStatus, string>> = {
  'at-checkout': 'The details are used when you buy a plan.',
  pending: 'We send the details to Paddle as soon as it accepts changes to the subscription.',
  saved: 'The details appear on your next invoice.',
  'vat-number-refused': "Paddle didn't accept the VAT number, so invoices include VAT.",
  refused: "Paddle didn't accept the details. Check the country and the address.",
}

export async function saveBillingDetails(organizationId: string, details: BillingDetails): Promise<void> {
  try {
    const answer = await api.organization['billing-details'].$put(inBody(organizationId, details))
    const saved = await answer.json()
    const query = queries.subscription(organizationId)
    await updateData(query, (billing) => billing && { ...billing, details: saved })
    toast.success('Billing details saved', { description: billingDetailsTexts[saved.status] })
    await refetch(query)
  } catch (error) {
    await refreshAfterRefusal(error, organizationId)
    throw error
  }
}
