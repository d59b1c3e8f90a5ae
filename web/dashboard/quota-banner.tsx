import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { quotaLevel, quotaRemedy } from '#web/lib/quota-level.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { type OrganizationDetail, quotaPercentage } from '#worker/organizations/contract.ts'

const linkClass = 'touch-target whitespace-nowrap font-medium underline underline-offset-2'

type QuotaBannerProps = { organization: Pick<OrganizationDetail, 'quota' | 'tier' | 'role'> }

export function QuotaBanner({ organization }: QuotaBannerProps) {
  const { quota } = organization
  const level = quotaLevel(quota)
  const limit = formatCount(quota.monthlyLimit, 'validation')
  const used = `${formatNumber(quota.usedCount)} of ${limit} used this month (${quotaPercentage(quota)}%).`
  const resets = <Time value={quota.resetDate} />
  const remedy = <Remedy organization={organization} />
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

function Remedy({ organization: { tier, role } }: QuotaBannerProps) {
  switch (quotaRemedy(tier, role)) {
    case 'upgrade':
      return (
        <Link to={paths.products} className={linkClass}>
          Upgrade your plan
        </Link>
      )
    case 'ask-admin':
      return 'To get more, ask an admin of your organization to upgrade the plan.'
    case 'support':
      return (
        <Link to={paths.support} className={linkClass}>
          Contact support
        </Link>
      )
  }
}
