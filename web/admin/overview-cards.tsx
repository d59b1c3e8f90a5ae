import { CircleCheck, CreditCard, Landmark, LifeBuoy, type LucideIcon, MailWarning } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatCount, formatDay, formatDollars, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { pathWith } from '#web/lib/page-params.ts'
import { fresh, useRead, useRegisters } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { groupRegisters, HealthBadge, healthOf, registerCountry } from '#web/registers/index.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadingLines, LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { FailedPayment, Overview, OverviewDay } from '#worker/admin/contract.ts'
import { adminQueries } from './admin-queries.ts'
import { BarChart } from './bar-chart.tsx'

export function OverviewCards() {
  const titleId = useId()
  const { data: overview, ...read } = useRead(adminQueries.overview, fresh)
  if (read.error) return <LoadError inCard title="Failed to load the overview" {...read} />
  return (
    <>
      <Card aria-labelledby={titleId} aria-busy={read.isLoading}>
        <h2 id={titleId} className="sr-only">
          Last 30 days
        </h2>
        {overview ? <Charts days={overview.days} /> : <ChartsLoading />}
      </Card>
      <NeedsAttention overview={overview} />
    </>
  )
}

const chartsClass = 'grid divide-y divide-line md:grid-cols-3 md:divide-x md:divide-y-0'

function Charts({ days }: { days: readonly OverviewDay[] }) {
  const barsOf = (name: 'signUps' | 'calls' | 'revenue') =>
    days.map(({ day, ...values }) => ({ at: day, name: formatDay(day), value: values[name] }))
  const shared = { period: 'Last 30 days', unit: 'day' }
  return (
    <div className={chartsClass}>
      <BarChart title="Sign-ups" bars={barsOf('signUps')} format={formatNumber} {...shared} />
      <BarChart title="API calls" bars={barsOf('calls')} format={formatNumber} {...shared} />
      <BarChart title="Revenue in USD" bars={barsOf('revenue')} format={formatDollars} {...shared} />
    </div>
  )
}

function ChartsLoading() {
  return (
    <div className={chartsClass}>
      <LoadingText>Loading the overview</LoadingText>
      {['Sign-ups', 'API calls', 'Revenue in USD'].map((title) => (
        <div key={title} className="p-5">
          <Skeleton className="my-1 h-4 w-20" />
          <Skeleton className="my-1 h-5 w-14" />
          <Skeleton className="mt-3 h-20" />
          <Skeleton className="mt-1.5 h-4 w-full" />
        </div>
      ))}
    </div>
  )
}

function NeedsAttention({ overview }: { overview: Overview | undefined }) {
  const registers = useRegisters()
  const failing = groupRegisters(registers.data?.registers ?? [])
    .map(({ register }) => register)
    .filter((register) => ['down', 'poor'].includes(healthOf(register)))
  const isLoading = !overview || registers.isLoading

  const content = () => {
    if (isLoading) return <LoadingLines count={2} label="Loading items that need attention" className="p-5" />
    const { failedPayments, failedPaymentCount, lateEmails, openSupportRequests } = overview
    const morePayments = failedPaymentCount - failedPayments.length
    const count = failedPaymentCount + lateEmails.count + openSupportRequests + failing.length
    if (count === 0 && !registers.error) {
      return (
        <p className="flex items-center gap-2 px-5 pt-3 pb-5 text-muted">
          <CircleCheck className="size-4 shrink-0 text-valid" />
          Nothing needs your attention.
        </p>
      )
    }
    return (
      <ul className="mt-3 divide-y divide-line border-t">
        {openSupportRequests > 0 ? (
          <Item Icon={LifeBuoy} title={formatCount(openSupportRequests, 'open support request')}>
            <LinkButton to={pathWith(paths.adminSupport, { state: 'open' })} variant="secondary" size="sm">
              View Requests
            </LinkButton>
          </Item>
        ) : null}
        {lateEmails.count > 0 ? (
          <Item
            Icon={MailWarning}
            title={formatCount(lateEmails.count, 'email not delivered', 'emails not delivered')}
          >
            {lateEmails.oldest ? (
              <span className="text-muted text-sm">
                oldest: <Time value={lateEmails.oldest} style="relative" />
              </span>
            ) : null}
          </Item>
        ) : null}
        {failedPayments.map((payment) => (
          <FailedPaymentItem key={payment.id} payment={payment} />
        ))}
        {morePayments > 0 ? (
          <Item
            Icon={CreditCard}
            title={formatCount(morePayments, 'older payment not applied', 'older payments not applied')}
          />
        ) : null}
        {failing.map((register) => (
          <Item
            key={register.id}
            Icon={Landmark}
            title={`${register.name} (${registerCountry(register.country)})`}
          >
            <span className="flex flex-wrap items-center gap-2">
              <HealthBadge register={register} />
              <LinkButton to={paths.registers} variant="secondary" size="sm">
                View Registers
              </LinkButton>
            </span>
          </Item>
        ))}
        {registers.error ? (
          <Item Icon={Landmark} title="The state of the registers failed to load">
            <Button variant="secondary" size="sm" pending={registers.isRetrying} onClick={registers.retry}>
              Retry
            </Button>
          </Item>
        ) : null}
      </ul>
    )
  }
  return (
    <Card title="Needs Attention" aria-busy={isLoading}>
      {content()}
    </Card>
  )
}

type ItemProps = { Icon: LucideIcon; title: ReactNode; details?: ReactNode; children?: ReactNode }

function Item({ Icon, title, details, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 gap-3">
        <Icon className="mt-1 size-4 shrink-0 text-unsure" />
        <div className="min-w-0">
          <p className="break-words font-medium">{title}</p>
          {details}
        </div>
      </div>
      {children}
    </li>
  )
}

function FailedPaymentItem({ payment }: { payment: FailedPayment }) {
  const { target, organizationId, error, attempts, updatedAt } = payment
  return (
    <Item
      Icon={CreditCard}
      title="Payment not applied"
      details={
        <>
          <p className="break-all font-mono text-muted text-xs">
            {[target, organizationId].filter(Boolean).join(' · ')}
          </p>
          {error ? <p className="break-words text-muted text-sm">{error}</p> : null}
        </>
      }
    >
      <span className="text-muted text-sm">
        {formatCount(attempts, 'attempt')}, last <Time value={updatedAt} style="relative" />
      </span>
    </Item>
  )
}
