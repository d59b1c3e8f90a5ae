import { formatCount, formatNumber } from '#web/lib/format.ts'
import { GetMore } from '#web/lib/get-more.tsx'
import { quotaLevel } from '#web/lib/quota-bar.tsx'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import {
  NO_FREE_QUOTA,
  type OrganizationDetail,
  quotaPercentage,
  rolePermissions,
} from '#worker/organizations/contract.ts'

export function Notices({ organization }: { organization: OrganizationDetail }) {
  const { graceEndsAt } = organization
  return (
    <>
      {graceEndsAt ? <PaymentBanner organization={organization} graceEndsAt={graceEndsAt} /> : null}
      <QuotaBanner organization={organization} />
    </>
  )
}

type PaymentBannerProps = { organization: OrganizationDetail; graceEndsAt: string }

function PaymentBanner({ organization, graceEndsAt }: PaymentBannerProps) {
  const isAdmin = rolePermissions[organization.role].editSettings
  const whoPays = isAdmin ? 'Update the payment method' : 'An admin must update the payment method'
  return (
    <Banner
      tone="critical"
      title="The last payment failed"
      action={
        isAdmin ? (
          <LinkButton to={paths.billing} variant="secondary">
            View Billing
          </LinkButton>
        ) : null
      }
    >
      {organization.tier === 'FREE' ? (
        `${whoPays} to get your plan back.`
      ) : (
        <>
          {whoPays} by <Time value={graceEndsAt} style="date-time" />, or the organization moves to the Free
          plan.
        </>
      )}
    </Banner>
  )
}

function QuotaBanner({ organization }: { organization: OrganizationDetail }) {
  const { quota } = organization
  const level = quotaLevel(quota)
  const limit = formatCount(quota.monthlyLimit, 'validation')
  const used = `${formatNumber(quota.usedCount)} of ${limit} used this month (${quotaPercentage(quota)}%).`
  const resets = <Time value={quota.resetDate} />
  const remedy = <GetMore organization={organization} />
  if (quota.monthlyLimit === 0)
    return (
      <Banner tone="warning" title="No Free Validations">
        {NO_FREE_QUOTA} {remedy}
      </Banner>
    )
  switch (level) {
    case 'normal':
      return null
    case 'warning':
      return (
        <Banner tone="warning" title="API Quota Running Low">
          {used} Your quota resets on {resets}. {remedy}
        </Banner>
      )
    case 'critical':
      return (
        <Banner tone="critical" title="Critical: API Quota Almost Exhausted">
          {used} API access is suspended at 100% and returns on {resets}. {remedy}
        </Banner>
      )
    case 'used-up':
      return (
        <Banner tone="critical" title="Monthly quota used up">
          You used all {limit} for this month. Validations fail until your quota resets on {resets}. {remedy}
        </Banner>
      )
  }
}
