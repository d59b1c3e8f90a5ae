import { type ReactNode, useId } from 'react'
import { formatDollars } from '#web/lib/format.ts'
import type { Plan } from '#web/lib/plans.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { FeatureList } from '#web/ui/feature-list.tsx'

type PlanCardProps = { plan: Plan; isCurrent: boolean; children: (headingId: string) => ReactNode }

export function PlanCard({ plan, isCurrent, children }: PlanCardProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className={cx(
        '@container flex flex-col rounded-lg border bg-surface p-6 shadow-xs',
        plan.isMostPopular && 'border-accent-text ring-1 ring-accent-text',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="font-semibold text-lg tracking-tight">
          {plan.name}
        </h2>
        {isCurrent ? (
          <Badge>Current plan</Badge>
        ) : plan.isMostPopular ? (
          <Badge tone="accent">Most Popular</Badge>
        ) : null}
      </div>
      <p className="mt-1 text-muted md:@max-sm:min-h-[2lh] md:@max-3xs:min-h-[3lh]">{plan.summary}</p>
      <p className="tabular mt-5 mb-5 flex items-baseline gap-1.5">
        <span className="font-semibold text-3xl tracking-tight">{formatDollars(plan.price)}</span>
        <span className="text-muted">/month</span>
      </p>
      {children(headingId)}
      <FeatureList features={plan.features} className="mt-6 border-t pt-5" />
    </section>
  )
}
