import type { ReactNode } from 'react'
import { formatDollars, formatNumber } from '#web/lib/format.ts'
import { changePlanPath, checkoutPath } from '#web/lib/paid-plan.ts'
import { useOrganizations, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { StepHeading, type StepHeadingProps } from '#web/ui/step-heading.tsx'
import { type CheckoutParameters, monthlyPricesUsd, type PaidPlan } from '#worker/billing/contract.ts'
import { monthlyLimits, type Tier, tierNames } from '#worker/organizations/contract.ts'
import { type FailureTexts, failureDetails, isAlreadySubscribed, isDenied } from './failure-texts.ts'
import type { CheckoutFailure } from './payment.ts'

export const LoadingStep = ({ text = 'Setting up checkout...' }: { text?: string }) => (
  <StepCard>
    <div
      role="status"
      className="flex min-h-48 flex-col items-center justify-center gap-3 text-center text-muted"
    >
      <Spinner className="size-6" />
      <p>{text}</p>
    </div>
  </StepCard>
)

type OrderSummaryProps = { plan: PaidPlan; params: CheckoutParameters }

export function OrderSummary({ plan, params: { customer, customData } }: OrderSummaryProps) {
  const { data: organizations } = useOrganizations()
  const organization = organizations?.find(({ id }) => id === customData.organizationId)
  const rows = [
    {
      label: 'Plan',
      value: `${tierNames[plan]}, ${formatNumber(monthlyLimits[plan])} validations per month`,
    },
    { label: 'Organization', value: organization?.name ?? customData.organizationId },
    { label: 'Email for receipts', value: customer.email },
  ]
  return (
    <div>
      <dl className="divide-y border-y">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words font-medium">{value}</dd>
          </div>
        ))}
        <div className="tabular flex flex-wrap items-baseline justify-between gap-x-6 py-3">
          <dt className="font-medium">Price</dt>
          <dd>
            <span className="font-semibold text-xl tracking-tight">
              {formatDollars(monthlyPricesUsd[plan])}
            </span>
            <span className="text-muted">/month</span>
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-muted text-sm">
        Renews every month until you cancel. Paddle, our reseller, takes the payment and adds sales tax or VAT
        where it applies.
      </p>
    </div>
  )
}

type SummaryStepProps = OrderSummaryProps & { onCancel: () => void }

export const SummaryStep = ({ plan, params, onCancel }: SummaryStepProps) => (
  <Step
    title="Complete your payment"
    text={<p className="mb-5">Pay in the window that opens on this page.</p>}
    actions={
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    }
  >
    <OrderSummary plan={plan} params={params} />
  </Step>
)

export const VerifyingStep = () => (
  <LoadingStep text="Confirming your payment with Paddle, our payment provider..." />
)

export const WAITING = 'Your payment is being processed'
export const waitingTexts = {
  pending:
    "Paddle hasn't confirmed it yet. Your plan changes automatically as soon as it does, usually within a few minutes. You can close this page. Don't pay again.",
  unsettled:
    "The payment window closed before Paddle confirmed the payment. If it went through, you'll get a receipt by email. Don't pay again until you know.",
} as const

export const WaitingStep = ({ text, onCheck }: { text: string; onCheck: () => void }) => (
  <Step
    icon="waiting"
    title={WAITING}
    text={text}
    actions={
      <>
        <LinkButton to={paths.dashboardAlias}>Return to Dashboard</LinkButton>
        <Button variant="secondary" onClick={onCheck}>
          Check Again
        </Button>
      </>
    }
  />
)

type SuccessStepProps = { tier: Tier; continueTo: string; label: string }

export const SuccessStep = ({ tier, continueTo, label }: SuccessStepProps) => (
  <Step
    icon="done"
    title="Upgrade Successful!"
    text={`Your organization is on the ${tierNames[tier]} plan, with ${formatNumber(monthlyLimits[tier])} validations per month.`}
    actions={
      <>
        <LinkButton to={continueTo}>{label}</LinkButton>
        <LinkButton to={paths.billing} variant="secondary">
          See Billing
        </LinkButton>
      </>
    }
  />
)

type ErrorStepProps = {
  failure: CheckoutFailure
  texts: FailureTexts
  /** Undefined for the payment of a link. */
  plan?: PaidPlan
  onRetry: () => void
}

export function ErrorStep({ failure, texts, plan, onRetry }: ErrorStepProps) {
  const isSubscribed = isAlreadySubscribed(failure)
  return (
    <Step
      icon="failed"
      title={texts[failure.stage]}
      text={
        <div role="alert" className="space-y-2">
          {failureDetails(failure).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      }
      actions={
        <>
          {plan && isSubscribed ? <LinkButton to={changePlanPath(plan)}>Change Plan</LinkButton> : null}
          <Button variant={isSubscribed ? 'secondary' : 'primary'} onClick={onRetry}>
            Try Again
          </Button>
          {plan && isDenied(failure) ? (
            <LinkButton to={checkoutPath(plan)} replace variant="secondary">
              Back to Checkout
            </LinkButton>
          ) : null}
          <LinkButton to={paths.dashboardAlias} variant="secondary">
            Return to Dashboard
          </LinkButton>
        </>
      }
    />
  )
}

/** The signed-out layout has no margins of its own. */
export function CheckoutScreen({ children }: { children: ReactNode }) {
  const { data: user } = useUser()
  return (
    <div className={cx('mx-auto w-full', user ? 'max-w-5xl' : 'max-w-5xl px-4 py-10 sm:px-6 sm:py-16')}>
      {children}
    </div>
  )
}

export const StepCard = ({ children }: { children: ReactNode }) => (
  <Card className="mx-auto w-full max-w-lg sm:mt-6">
    <CardContent className="p-6 sm:p-8">{children}</CardContent>
  </Card>
)

type StepProps = Pick<StepHeadingProps, 'title' | 'icon'> & {
  level?: StepHeadingProps['level']
  takesFocus?: boolean
  text: ReactNode
  children?: ReactNode
  actions: ReactNode
}

export const Step = ({ level = 2, takesFocus = true, text, children, actions, ...heading }: StepProps) => (
  <StepCard>
    <StepHeading level={level} takesFocus={takesFocus} {...heading}>
      {text}
    </StepHeading>
    {children}
    <div className="mt-6 flex flex-col gap-2 sm:flex-row sm:flex-wrap">{actions}</div>
  </StepCard>
)
