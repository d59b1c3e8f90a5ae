import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api-client.ts'
import { formatCount, formatMoney } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { CHANGE_PLAN } from '#web/lib/paid-plan.ts'
import { query } from '#web/lib/queries.ts'
import { fresh, useRead } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadingLines } from '#web/ui/skeleton.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import {
  type ChangePreview,
  monthlyPricesUsd,
  type PaidPlan,
  type Subscription,
} from '#worker/billing/contract.ts'
import { monthlyLimits, type Organization, tierNames } from '#worker/organizations/contract.ts'
import { changePlan, changeSubscription, openPortal } from './billing-actions.ts'
import { billingActions, otherPlan } from './subscription-state.ts'

type SubscriptionActionsProps = { organization: Organization; subscription: Subscription }

export function SubscriptionActions({ organization, subscription }: SubscriptionActionsProps) {
  const allowed = billingActions(subscription.state, organization.status)
  const [query, setQuery] = useSearchParams()
  const isAsked = query.get(CHANGE_PLAN) === otherPlan(subscription.plan) && allowed.includes('change')
  const [dialog, setDialog] = useState<'change' | 'cancel' | undefined>(isAsked ? 'change' : undefined)
  const close = () => {
    setDialog(undefined)
    if (query.has(CHANGE_PLAN)) setQuery({}, { replace: true })
  }
  return (
    <div className="flex flex-wrap gap-2 pt-3 max-sm:flex-col">
      {allowed.includes('resume') ? (
        <Button pendingLabel="Resuming..." action={() => changeSubscription(organization.id, 'resume')}>
          Resume Subscription
        </Button>
      ) : null}
      {allowed.includes('change') ? (
        <Button variant="secondary" onClick={() => setDialog('change')}>
          Change Plan
        </Button>
      ) : null}
      <Button variant="secondary" icon={<ExternalLink />} action={() => openPortal(organization.id)}>
        Open Paddle's Customer Portal
      </Button>
      {allowed.includes('cancel') ? (
        <Button variant="secondary" className="text-invalid" onClick={() => setDialog('cancel')}>
          Cancel Subscription
        </Button>
      ) : null}
      {dialog === 'change' ? (
        <ChangePlanDialog organization={organization} subscription={subscription} onClose={close} />
      ) : null}
      {dialog === 'cancel' ? (
        <CancelDialog organization={organization} subscription={subscription} onClose={close} />
      ) : null}
    </div>
  )
}

type DialogProps = SubscriptionActionsProps & { onClose: () => void }

function CancelDialog({ organization, subscription, onClose }: DialogProps) {
  const cancel = async () => {
    if (await changeSubscription(organization.id, 'cancel')) onClose()
  }
  const name = tierNames[subscription.plan]
  const { kind } = subscription.state
  return (
    <AlertDialog
      onClose={onClose}
      title={`Cancel ${name}?`}
      description={
        kind === 'paused' || kind === 'unpaid' ? (
          `The subscription ends immediately. The organization stays on the ${tierNames[organization.tier]} plan.`
        ) : kind === 'past-due' ? (
          'The subscription ends immediately, and the organization moves to the Free plan.'
        ) : (
          <>
            You keep {name} until <Time value={subscription.currentPeriodEnd} />. After that, the organization
            moves to the Free plan. You can undo this until then.
          </>
        )
      }
      cancelLabel={`Keep ${name}`}
      confirmLabel="Cancel Subscription"
      pendingLabel="Canceling..."
      onConfirm={cancel}
    />
  )
}

const changePreviewQuery = (organizationId: string, plan: PaidPlan) =>
  query(api.subscription['change-preview'], { query: { organizationId, plan } })

/** Hides the amounts while they are read again: they change by the minute. */
function useChangePreview(organizationId: string, plan: PaidPlan) {
  const { data, ...read } = useRead(changePreviewQuery(organizationId, plan), fresh)
  return { preview: read.isRetrying ? undefined : data, ...read }
}

function ChangePlanDialog({ organization, subscription, onClose }: DialogProps) {
  // The subscription changes before the dialog closes.
  const [{ plan: from, currentPeriodEnd }] = useState(subscription)
  const to = otherPlan(from)
  const { preview, ...read } = useChangePreview(organization.id, to)
  const { submit, isPending } = useSingleSubmit(async () => {
    if (!preview) return read.retry()
    if (await changePlan(organization.id, to, { maxDue: amountToPay(preview) })) onClose()
    else read.retry()
  })
  const isUpgrade = monthlyPricesUsd[to] > monthlyPricesUsd[from]
  const limit = organization.tier === to ? organization.monthlyLimit : monthlyLimits[to]
  const quota = `${formatCount(limit, 'validation')} a month`
  return (
    <FormDialog
      title={`Change to ${tierNames[to]}`}
      description={
        isUpgrade ? (
          `You get ${quota} immediately.`
        ) : (
          <>
            You keep {tierNames[from]} until <Time value={currentPeriodEnd} />. After that, you get {quota}.
            You can undo this until then.
          </>
        )
      }
      submitLabel={preview ? submitLabel(preview) : `Change to ${tierNames[to]}`}
      pendingLabel="Changing..."
      isPending={isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {read.error ? <LoadError title="Failed to load the price" {...read} /> : null}
      {preview ? <Amounts preview={preview} from={from} isUpgrade={isUpgrade} /> : null}
      {!preview && !read.error ? <LoadingLines count={4} label="Loading the price" className="py-2" /> : null}
    </FormDialog>
  )
}

const amountToPay = ({ due }: ChangePreview): string => (due.action === 'charge' ? due.amount : '0.00')

function submitLabel(preview: ChangePreview): string {
  const amount = amountToPay(preview)
  return Number(amount) > 0
    ? `Pay ${formatMoney(amount, preview.due.currency)} and Change`
    : `Change to ${tierNames[preview.plan]}`
}

type AmountsProps = { preview: ChangePreview; from: PaidPlan; isUpgrade: boolean }

function Amounts({ preview, from, isUpgrade }: AmountsProps) {
  const { plan, credit, charge, due, nextCharge } = preview
  const money = (amount: string) => formatMoney(amount, due.currency)
  return (
    <>
      <dl className="divide-y divide-line">
        {isUpgrade ? (
          <>
            <Amount term={`Unused time on ${tierNames[from]}`}>−{money(credit)}</Amount>
            <Amount term={`${tierNames[plan]} for the rest of this period`}>{money(charge)}</Amount>
          </>
        ) : null}
        <Amount term="Due today" isTotal>
          {money(due.amount)}
        </Amount>
        <Amount term="Next charge">
          {formatMoney(nextCharge.amount, nextCharge.currency)} on <Time value={nextCharge.at} />
        </Amount>
      </dl>
      <p className="mt-3 text-muted text-sm">
        Paddle charges the payment method on file. Amounts include any tax.
      </p>
    </>
  )
}

type AmountProps = { term: string; isTotal?: boolean; children: ReactNode }

function Amount({ term, isTotal = false, children }: AmountProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2">
      <dt className={isTotal ? 'font-medium' : 'text-muted'}>{term}</dt>
      <dd className={isTotal ? 'tabular ml-auto font-semibold' : 'tabular ml-auto'}>{children}</dd>
    </div>
  )
}
