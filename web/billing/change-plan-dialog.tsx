import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useChangePreview } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { type ChangePreview, type PaidPlan, planPrices } from '#worker/billing/contract.ts'
import { monthlyLimits, tierNames } from '#worker/organizations/contract.ts'
import { changePlan } from './billing-actions.ts'

type ChangePlanDialogProps = {
  organizationId: string
  from: PaidPlan
  to: PaidPlan
  onClose: () => void
}

export function ChangePlanDialog({ organizationId, from, to, onClose }: ChangePlanDialogProps) {
  const { preview, ...read } = useChangePreview(organizationId, to)
  const { submit, isPending } = useSingleSubmit(async () => {
    if (preview && (await changePlan(organizationId, to))) onClose()
  })
  const isUpgrade = planPrices[to] > planPrices[from]
  const quota = `${formatCount(monthlyLimits[to], 'validation')} a month`
  return (
    <FormDialog
      title={`Change to ${tierNames[to]}`}
      description={
        isUpgrade
          ? `You get ${quota} immediately.`
          : `Your quota changes to ${quota} immediately. What you used this month still counts.`
      }
      submitLabel={preview ? submitLabel(preview) : `Change to ${tierNames[to]}`}
      pendingLabel="Changing..."
      isPending={isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {read.error ? <LoadError title="Failed to load the price" {...read} /> : null}
      {preview ? <Amounts preview={preview} from={from} /> : null}
      {!preview && !read.error ? <Loading /> : null}
    </FormDialog>
  )
}

function submitLabel({ plan, due }: ChangePreview): string {
  return due.action === 'charge' && Number(due.amount) > 0
    ? `Pay ${formatMoney(due.amount, due.currency)} and Change`
    : `Change to ${tierNames[plan]}`
}

function Amounts({ preview, from }: { preview: ChangePreview; from: PaidPlan }) {
  const { plan, credit, charge, due, nextCharge } = preview
  const money = (amount: string) => formatMoney(amount, due.currency)
  const isCredit = due.action === 'credit'
  return (
    <>
      <dl className="divide-y divide-line">
        <Amount term={`Unused time on ${tierNames[from]}`}>−{money(credit)}</Amount>
        <Amount term={`${tierNames[plan]} for the rest of this period`}>{money(charge)}</Amount>
        <Amount term={isCredit ? 'Credit for your next charges' : 'Due today'} isTotal>
          {money(due.amount)}
        </Amount>
        <Amount term="Next charge">
          {formatMoney(nextCharge.amount, nextCharge.currency)} on <Time value={nextCharge.at} />
        </Amount>
      </dl>
      <p className="mt-3 text-muted text-sm">
        {isCredit
          ? 'The credit is used before your card is charged again.'
          : 'Paddle charges the payment method on file.'}
      </p>
    </>
  )
}

function Amount({
  term,
  isTotal = false,
  children,
}: {
  term: string
  isTotal?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2">
      <dt className={isTotal ? 'font-medium' : 'text-muted'}>{term}</dt>
      <dd className={isTotal ? 'tabular ml-auto font-semibold' : 'tabular ml-auto'}>{children}</dd>
    </div>
  )
}

function Loading() {
  return (
    <div className="space-y-5 py-2">
      <LoadingText>Loading the price</LoadingText>
      {['w-full', 'w-5/6', 'w-11/12', 'w-3/4'].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  )
}
