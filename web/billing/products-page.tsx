import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { attempt } from '#web/lib/attempt.ts'
import { DraftLink } from '#web/lib/draft-link.tsx'
import { mailto } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { isPaidPlan } from '#web/lib/paid-plan.ts'
import { COUNTRIES, plans, REGISTERS } from '#web/lib/plans.ts'
import { useBilling, useOrganization, useSettings, useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { requestUpgrade } from './checkout-calls.ts'
import { planAction } from './plan-action.ts'
import { PlanButton } from './plan-button.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanComparison, PlanQuestions } from './plan-comparison.tsx'

const DESCRIPTION =
  'Every plan is for one organization and its whole team. Quotas reset on the 1st of each month (UTC).'
const PUBLIC_DESCRIPTION = `Check tax IDs from ${COUNTRIES} countries and territories against ${REGISTERS} official registers, by API, file or form. Start free, without a card.`

export function ProductsPage() {
  const { data: user } = useUser()
  useTitle('Pricing Plans')
  if (user) return <Plans isSignedIn />
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-16">
      <div className="mb-8 text-center sm:mb-12">
        <h1 className="font-semibold text-3xl tracking-tight">Pricing Plans</h1>
        <p className="mx-auto mt-2 max-w-2xl text-balance text-lg text-muted">{PUBLIC_DESCRIPTION}</p>
        <p className="mt-4 flex flex-wrap justify-center gap-2">
          <LinkButton to={paths.signUpForm}>Sign Up Free</LinkButton>
          <LinkButton to={paths.signUp} variant="secondary">
            Try a Number First
          </LinkButton>
        </p>
      </div>
      <Plans isSignedIn={false} />
      <p className="mt-5 text-center text-muted text-sm">{DESCRIPTION} Prices exclude sales tax and VAT.</p>
    </div>
  )
}

function Plans({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: organization, organizationId, ...read } = useOrganization()
  const { data: billing, ...money } = useBilling()
  const { busyPlan, upgrade } = useUpgrade(organizationId)
  const isWaiting = isSignedIn && (read.isLoading || money.isLoading)
  const failed = read.error ?? money.error
  const isUnavailable = billing?.configured === false
  return (
    <>
      {isSignedIn ? <PageHeader description={DESCRIPTION} /> : null}
      <div className="mb-5 empty:hidden">
        <DraftLink />
      </div>
      {isWaiting ? <LoadingText>Loading your plan...</LoadingText> : null}
      {isUnavailable ? (
        <Banner tone="warning" className="mb-5" title="Card payments aren't available right now">
          Paid plans aren't available yet. Contact support.
        </Banner>
      ) : null}
      {failed ? (
        <LoadError
          title={read.error ? 'Failed to fetch organization' : 'Failed to load your subscription'}
          error={failed}
          retry={() => {
            if (read.error) read.retry()
            if (money.error) money.retry()
          }}
          isRetrying={read.isRetrying || money.isRetrying}
        />
      ) : null}
      <div className={cx('grid items-stretch gap-5', isSignedIn ? 'lg:grid-cols-3' : 'md:grid-cols-3')}>
        {plans.map((plan) => {
          const { tier } = plan
          return (
            <PlanCard key={tier} plan={plan} isCurrent={tier === organization?.tier}>
              {(headingId) =>
                isWaiting ? (
                  <Skeleton className="h-9 w-full pointer-coarse:h-11" />
                ) : (
                  <PlanButton
                    plan={plan}
                    action={
                      failed
                        ? 'unavailable'
                        : planAction(tier, isSignedIn, organization, billing?.subscription)
                    }
                    describedBy={headingId}
                  >
                    {(look) => (
                      <Button
                        disabled={isUnavailable}
                        pending={busyPlan === tier}
                        pendingLabel="Processing..."
                        onClick={() => {
                          if (isPaidPlan(tier) && !busyPlan) void upgrade(tier)
                        }}
                        {...look}
                      >
                        Upgrade to {plan.name}
                      </Button>
                    )}
                  </PlanButton>
                )
              }
            </PlanCard>
          )
        })}
      </div>
      {organization && billing ? (
        <SmallerPlan organization={organization} isSubscribed={billing.subscription !== null} />
      ) : null}
      <PlanComparison />
      <PlanQuestions />
    </>
  )
}

type SmallerPlanProps = { organization: OrganizationDetail; isSubscribed: boolean }

function SmallerPlan({ organization: { id, name, tier }, isSubscribed }: SmallerPlanProps) {
  const { data: settings } = useSettings()
  const linkClass = 'font-medium text-accent-text hover:underline'
  if (tier === 'FREE' || !settings) return null
  if (isSubscribed) {
    return (
      <p className="mt-5 text-muted text-sm">
        Admins can downgrade or cancel under{' '}
        <Link to={paths.billing} className={linkClass}>
          Billing
        </Link>
        .
      </p>
    )
  }
  return (
    <p className="mt-5 text-muted text-sm">
      To downgrade, email{' '}
      <a
        className={linkClass}
        href={mailto(
          settings.supportEmail,
          'Downgrade our plan',
          `Organization: ${name}\nOrganization ID: ${id}`,
        )}
      >
        {settings.supportEmail}
      </a>
      .
    </p>
  )
}

function useUpgrade(organizationId: string | undefined) {
  const navigate = useNavigate()
  const [busyPlan, setBusyPlan] = useState<PaidPlan>()

  const upgrade = async (plan: PaidPlan) => {
    if (!organizationId) return toast.error('Upgrade failed', { description: 'No organization selected' })
    setBusyPlan(plan)
    await attempt('Upgrade failed', async () => {
      const checkoutUrl = await requestUpgrade(organizationId, plan)
      if (!checkoutUrl) {
        toast.error('Upgrade error', { description: 'Failed to generate checkout URL' })
        return
      }
      const { pathname, search } = new URL(checkoutUrl)
      await navigate(pathname + search)
    })
    setBusyPlan(undefined)
  }
  return { busyPlan, upgrade }
}
