import { FileText } from 'lucide-react'
import { useId } from 'react'
import { formatCount, formatDollars, formatMoney } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { canUpgrade } from '#web/lib/paid-plan.ts'
import { polling } from '#web/lib/polling.ts'
import { queries } from '#web/lib/queries.ts'
import { useOfOrganization } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { OrganizationTab } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { LoadingLines } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import {
  type Billing,
  type Invoice,
  monthlyPricesUsd,
  type Subscription,
  type SubscriptionState,
  type TransactionStatus,
} from '#worker/billing/contract.ts'
import { type Organization, rolePermissions, tierNames } from '#worker/organizations/contract.ts'
import { openInvoice } from './billing-actions.ts'
import { BillingDetailsSection } from './billing-details.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionNotice } from './subscription-notice.tsx'
import { describePaymentMethod, limitOf } from './subscription-state.ts'

const PENDING_MS = 3_000

const isPending = ({ status }: Invoice) => status === 'pending'

export function BillingPage() {
  return <OrganizationTab>{(organization) => <BillingCard organization={organization} />}</OrganizationTab>
}

function BillingCard({ organization }: { organization: Organization }) {
  const { data: billing, ...read } = useOfOrganization(queries.subscription, {
    ...polling,
    // The customer may come back from Paddle's portal, where the payment method and the plan can change.
    revalidateOnFocus: true,
    refreshInterval: (latest) => (latest?.invoices.some(isPending) ? PENDING_MS : 0),
  })
  const content = () => {
    if (read.error) return <LoadError title="Failed to load billing" {...read} />
    return billing ? (
      <BillingContent organization={organization} billing={billing} />
    ) : (
      <LoadingLines count={4} label="Loading billing" className="max-w-56 py-1 max-sm:min-h-70" />
    )
  }
  return (
    <Card
      title="Billing"
      description={
        rolePermissions[organization.role].editSettings
          ? 'Plan, payment method and invoices.'
          : 'Only admins can manage the subscription and see invoices.'
      }
      className="max-w-3xl"
      aria-busy={read.isLoading}
    >
      <CardContent className="space-y-5">{content()}</CardContent>
    </Card>
  )
}

type BillingProps = { organization: Organization; billing: Billing }

function BillingContent({ organization, billing }: BillingProps) {
  const { subscription, invoices } = billing
  const isAdmin = rolePermissions[organization.role].editSettings
  return (
    <>
      {subscription ? (
        <Plan
          organization={organization}
          subscription={subscription}
          isAdmin={isAdmin && billing.configured}
        />
      ) : (
        <NoSubscription organization={organization} billing={billing} />
      )}
      {isAdmin && invoices.length > 0 ? (
        <InvoiceList organizationId={organization.id} invoices={invoices} />
      ) : null}
      {isAdmin && billing.configured && (billing.details || organization.status === 'ACTIVE') ? (
        <BillingDetailsSection organization={organization} details={billing.details} />
      ) : null}
    </>
  )
}

function NoSubscription({ organization, billing }: BillingProps) {
  const { tier, monthlyLimit } = organization
  const isFree = tier === 'FREE'
  const isUpgradable = canUpgrade(organization)
  const free = monthlyLimit > 0 ? ', at no charge.' : isUpgradable ? '. Upgrade to validate.' : '.'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 sm:flex-1">
        <h3 className="font-medium">{tierNames[tier]} plan</h3>
        <p className="text-muted text-sm">
          {formatCount(monthlyLimit, 'validation')} a month
          {isFree ? free : '. Our support team set up this plan, so there is no subscription.'}
        </p>
        {billing.configured ? null : (
          <p className="mt-1 text-muted text-sm">
            Paid plans aren't available yet. Contact support to upgrade.
          </p>
        )}
      </div>
      {isUpgradable && billing.configured ? (
        <LinkButton to={paths.products} className="max-sm:w-full">
          Upgrade
        </LinkButton>
      ) : null}
    </div>
  )
}

type PlanProps = { organization: Organization; subscription: Subscription; isAdmin: boolean }

function Plan({ organization, subscription, isAdmin }: PlanProps) {
  const { plan, state, nextCharge, paymentMethod } = subscription
  const isPaymentDue = state.kind === 'past-due' || state.kind === 'unpaid'
  return (
    <>
      <SubscriptionNotice organization={organization} subscription={subscription} isAdmin={isAdmin} />
      <div>
        <Definitions>
          <Definition term="Plan">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone="accent">{tierNames[plan]}</Badge>
              <span className="tabular">
                {formatDollars(monthlyPricesUsd[plan])} a month,{' '}
                {formatCount(limitOf(organization, plan), 'validation')}
              </span>
            </span>
          </Definition>
          <Definition term="Status">
            <Status state={state} />
          </Definition>
          {isAdmin ? (
            <>
              {isPaymentDue ? null : (
                <Definition term="Next charge">
                  {nextCharge ? (
                    <span className="tabular">
                      {nextCharge.amount && `${formatMoney(nextCharge.amount, nextCharge.currency)} on `}
                      <Time value={nextCharge.at} />
                      {nextCharge.amount ? (
                        <span className="block text-muted text-sm">Including any tax</span>
                      ) : null}
                    </span>
                  ) : (
                    'None'
                  )}
                </Definition>
              )}
              <Definition term="Payment method">
                {paymentMethod ? describePaymentMethod(paymentMethod) : 'Shown after the first payment'}
              </Definition>
            </>
          ) : null}
        </Definitions>
        {isAdmin ? <SubscriptionActions organization={organization} subscription={subscription} /> : null}
      </div>
    </>
  )
}

function Status({ state }: { state: SubscriptionState }) {
  switch (state.kind) {
    case 'downgrading':
    case 'active':
      return <Badge tone="valid">Active</Badge>
    case 'canceling':
      return (
        <Badge tone="unsure">
          Cancels on <Time value={state.at} />
        </Badge>
      )
    case 'pausing':
      return (
        <Badge tone="unsure">
          Pauses on <Time value={state.at} />
        </Badge>
      )
    case 'past-due':
    case 'unpaid':
      return <Badge tone="invalid">Past due</Badge>
    case 'paused':
      return <Badge>Paused</Badge>
  }
}

const statuses = {
  completed: { tone: 'valid', name: 'Paid' },
  pending: { tone: 'neutral', name: 'Pending' },
  failed: { tone: 'invalid', name: 'Failed' },
  canceled: { tone: 'neutral', name: 'Canceled' },
  refunded: { tone: 'neutral', name: 'Refunded' },
} as const satisfies Record<TransactionStatus, { tone: string; name: string }>

/** Paddle makes no invoice before the payment. */
const hasInvoice = ({ status }: Invoice) => status === 'completed' || status === 'refunded'

type InvoiceListProps = { organizationId: string; invoices: readonly Invoice[] }

function InvoiceList({ organizationId, invoices }: InvoiceListProps) {
  const titleId = useId()
  return (
    <div>
      <h3 id={titleId} className="font-medium">
        Invoices
      </h3>
      <ul aria-labelledby={titleId} className="mt-1 divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.transactionId} organizationId={organizationId} invoice={invoice} />
        ))}
      </ul>
    </div>
  )
}

function InvoiceRow({ organizationId, invoice }: { organizationId: string; invoice: Invoice }) {
  const { transactionId, billedAt, amount, refundedAmount, currency, status, plan } = invoice
  const { tone, name } = statuses[status]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="flex min-w-0 flex-[1_1_8rem] flex-wrap items-center gap-x-3 gap-y-1">
        <Time value={billedAt} className="w-28" />
        <span className="tabular max-sm:basis-[calc(100%-8rem)] sm:min-w-20 sm:text-right">
          {formatMoney(amount, currency)}
        </span>
        <Badge tone={tone}>{name}</Badge>
        {plan ? <span className="text-muted text-sm">{tierNames[plan]}</span> : null}
        {status === 'completed' && Number(refundedAmount) > 0 ? (
          <span className="tabular text-muted text-sm">{formatMoney(refundedAmount, currency)} refunded</span>
        ) : null}
      </div>
      {hasInvoice(invoice) ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<FileText />}
          action={() => openInvoice(organizationId, transactionId)}
        >
          Invoice
          <span className="sr-only"> of {formatMoney(amount, currency)}, opens in a new tab</span>
        </Button>
      ) : null}
    </li>
  )
}
