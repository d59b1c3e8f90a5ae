import { formatCount, formatDollars } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { monthlyPricesUsd, type Subscription } from '#worker/billing/contract.ts'
import { type Organization, tierNames } from '#worker/organizations/contract.ts'
import { changePlan, changeSubscription, openPortal } from './billing-actions.ts'
import { billingActions, limitOf } from './subscription-state.ts'

type SubscriptionNoticeProps = {
  organization: Organization
  subscription: Subscription
  isAdmin: boolean
}

export function SubscriptionNotice({ organization, subscription, isAdmin }: SubscriptionNoticeProps) {
  const { plan, state, currentPeriodEnd } = subscription
  const name = tierNames[plan]
  const allowed = isAdmin ? billingActions(state, organization.status) : []
  /** Not always Free: support can set another tier. */
  const current = `The organization is on the ${tierNames[organization.tier]} plan.`
  const payButton = isAdmin ? (
    <Button variant="secondary" action={() => openPortal(organization.id)}>
      Update Payment Method
    </Button>
  ) : null
  const costOfResuming =
    Date.parse(currentPeriodEnd) <= Date.now()
      ? `You then pay ${formatDollars(monthlyPricesUsd[plan])}, plus tax, for a new period.`
      : 'If the period you paid for is over, you pay for a new one.'
  const whoPays = isAdmin ? 'Update the payment method' : 'An admin must update the payment method'
  switch (state.kind) {
    case 'canceling':
      return (
        <Banner
          tone="warning"
          title={
            <>
              The subscription ends on <Time value={state.at} />
            </>
          }
          action={
            allowed.includes('undo-cancel') ? (
              <Button
                variant="secondary"
                pendingLabel="Undoing..."
                action={() => changeSubscription(organization.id, 'undo-cancel')}
              >
                Undo Cancellation
              </Button>
            ) : null
          }
        >
          {organization.status === 'ACTIVE'
            ? `Until then, you keep ${name}. After that, the organization moves to the Free plan.`
            : "The plan isn't renewed."}
        </Banner>
      )
    case 'downgrading':
      return (
        <Banner
          tone="info"
          title={
            <>
              Your plan changes to {tierNames[state.to]} on <Time value={state.at} />
            </>
          }
          action={
            allowed.includes('keep') ? (
              <Button
                variant="secondary"
                pendingLabel="Saving..."
                action={() => changePlan(organization.id, plan, { maxDue: '0.00', isKept: true })}
              >
                Keep {name}
              </Button>
            ) : null
          }
        >
          Until then, you keep {name}, with {formatCount(limitOf(organization, plan), 'validation')} a month.
        </Banner>
      )
    case 'pausing':
      return (
        <Banner
          tone="warning"
          title={
            <>
              The subscription pauses on <Time value={state.at} />
            </>
          }
        >
          After that, the organization is on the Free plan until you resume.
        </Banner>
      )
    case 'past-due':
      return (
        <Banner tone="critical" title="The last payment failed" action={payButton}>
          {whoPays} by <Time value={state.until} style="date-time" />, or the organization moves to the Free
          plan.
        </Banner>
      )
    case 'unpaid':
      return (
        <Banner tone="critical" title="The last payment failed" action={payButton}>
          {current} {whoPays} to get {name} back.
        </Banner>
      )
    case 'paused':
      return (
        <Banner tone="info" title="The subscription is paused">
          {current}{' '}
          {allowed.includes('resume')
            ? `Resume the subscription to get your plan back. ${costOfResuming}`
            : isAdmin
              ? null
              : 'An admin can resume the subscription.'}
        </Banner>
      )
    case 'active':
      return null
  }
}
