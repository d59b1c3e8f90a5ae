import { type ReactNode, useId } from 'react'
import { formatDollars } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { type Plan, plans } from '#web/lib/plans.ts'
import { useOrganization, useSettings, useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { PlanButton } from './plan-button.tsx'

const DESCRIPTION =
  'Every plan is for one organization and its whole team. Quotas start again on the 1st of each month (UTC).'

export function ProductsPage() {
  const { user } = useUser()
  useTitle('Pricing Plans')
  if (user) return <Plans isSignedIn />
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-16">
      <div className="mb-8 text-center sm:mb-12">
        <h1 className="font-semibold text-3xl tracking-tight">Pricing Plans</h1>
        <p className="mt-2 text-lg text-muted">{DESCRIPTION}</p>
      </div>
      <Plans isSignedIn={false} />
    </div>
  )
}

function Plans({ isSignedIn }: { isSignedIn: boolean }) {
  const { organization, isLoading, ...read } = useOrganization()
  const { settings, ...contact } = useSettings()
  const isWaiting = isSignedIn && isLoading
  const failed = read.error ?? (isSignedIn ? contact.error : undefined)
  return (
    <>
      {isSignedIn ? <PageHeader description={DESCRIPTION} /> : null}
      {isWaiting ? <LoadingText>Loading your plan…</LoadingText> : null}
      {failed ? (
        <LoadError
          title={read.error ? 'Failed to fetch organization' : 'Failed to load the contact details'}
          error={failed}
          retry={() => {
            if (read.error) read.retry()
            if (contact.error) contact.retry()
          }}
          isRetrying={read.isRetrying || contact.isRetrying}
        />
      ) : null}
      <div className="grid items-stretch gap-5 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} isCurrent={plan.tier === organization?.tier}>
            {(headingId) =>
              isWaiting ? (
                <Skeleton className="h-9 w-full pointer-coarse:h-11" />
              ) : read.error ? (
                <Button variant="secondary" disabled className="w-full" aria-describedby={headingId}>
                  Not available now
                </Button>
              ) : (
                <PlanButton
                  plan={plan}
                  isSignedIn={isSignedIn}
                  organization={organization}
                  supportEmail={settings?.supportEmail}
                  describedBy={headingId}
                />
              )
            }
          </PlanCard>
        ))}
      </div>
      {isSignedIn ? (
        <p className="mt-5 text-muted text-sm">
          We switch your plan by email for now: the button prepares the message
          {settings ? (
            <>
              {' '}
              to{' '}
              <a
                className="font-medium text-accent-text hover:underline"
                href={`mailto:${settings.supportEmail}`}
              >
                {settings.supportEmail}
              </a>
            </>
          ) : null}
          . To move to a smaller plan, write to the same address.
        </p>
      ) : null}
    </>
  )
}

type PlanCardProps = { plan: Plan; isCurrent: boolean; children: (headingId: string) => ReactNode }

function PlanCard({ plan, isCurrent, children }: PlanCardProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className={cx(
        'flex flex-col rounded-lg border bg-surface p-6 shadow-xs',
        plan.isMostPopular && 'border-accent-text ring-1 ring-accent-text',
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 id={headingId} className="font-semibold text-lg tracking-tight">
          {plan.name}
        </h2>
        {isCurrent ? (
          <Badge>Current plan</Badge>
        ) : plan.isMostPopular ? (
          <Badge tone="accent">Most Popular</Badge>
        ) : null}
      </div>
      <p className="mt-1 text-muted">{plan.summary}</p>
      <p className="tabular mt-5 mb-5 flex items-baseline gap-1.5">
        <span className="font-semibold text-3xl tracking-tight">{formatDollars(plan.price)}</span>
        <span className="text-muted">/month</span>
      </p>
      {children(headingId)}
      <FeatureList features={plan.features} className="mt-6 border-t pt-5" />
    </section>
  )
}
