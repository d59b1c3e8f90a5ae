import type { Email } from '#worker/services/resend.ts'
import { composeEmail, formatDay, formatMinute, type Paragraph, paragraph, type To } from './layout.ts'

const ADMINS_ONLY = "You're receiving this email because you're an admin of this organization."

type Plan = { name: string; monthlyLimit: number }

type QuotaWarning = To & {
  organizationName: string
  percent: number
  usedCount: number
  monthlyLimit: number
  resetDate: Date
  remedy: { text: string; button: { label: string; link: string } }
  preferencesLink: string
}

type Links = { plansLink: string; billingLink: string; supportEmail: string }

/** `held` is why the subscription can't be changed now. */
export function quotaRemedy(
  { nextPlan, held }: { nextPlan: Plan | null; held: 'past_due' | 'paused' | null },
  { plansLink, billingLink, supportEmail }: Links,
): QuotaWarning['remedy'] {
  if (held === 'past_due') {
    return {
      text: 'Your last payment failed. If you need more before then, update your payment method first.',
      button: { label: 'Update payment method', link: billingLink },
    }
  }
  if (held === 'paused') {
    return {
      text: 'Your plan is paused. If you need more before then, resume it.',
      button: { label: 'View billing', link: billingLink },
    }
  }
  return nextPlan
    ? {
        text: `Need more before then? ${nextPlan.name} includes ${formatCount(nextPlan.monthlyLimit)} validations a month, and an upgrade takes effect right away.`,
        button: { label: `Upgrade to ${nextPlan.name}`, link: plansLink },
      }
    : {
        text: "You're on our largest plan. If you need more, contact us.",
        button: { label: 'Contact support', link: `mailto:${supportEmail}` },
      }
}

export const quotaEmail = ({ percent, usedCount, monthlyLimit, remedy, ...input }: QuotaWarning): Email => {
  const isUsedUp = percent === 100
  const organization = { name: input.organizationName }
  const limit = formatCount(monthlyLimit)
  return composeEmail(
    input,
    isUsedUp ? 'Your monthly quota is used up' : `You've used ${percent}% of your monthly quota`,
    {
      before: [
        paragraph`“${organization}” has used ${isUsedUp ? 'all' : formatCount(usedCount)} of its ${limit} validations this month.`,
        isUsedUp
          ? `API calls return 429 (QUOTA_EXCEEDED) until the quota resets on ${formatDay(input.resetDate)} at 00:00 UTC.`
          : `The quota resets on ${formatDay(input.resetDate)} at 00:00 UTC.`,
        remedy.text,
      ],
      button: remedy.button,
      after: [ADMINS_ONLY, [{ label: 'Turn off quota emails in your profile', link: input.preferencesLink }]],
    },
  )
}

export type Money = { amount: string; currency: string }

export type BillingEmail = To & { organizationName: string; billingLink: string }

const billingEmail = (
  input: BillingEmail,
  subject: string,
  label: string,
  before: readonly Paragraph[],
): Email =>
  composeEmail(input, subject, {
    before,
    button: { label, link: input.billingLink },
    after: [ADMINS_ONLY],
  })

type Receipt = BillingEmail & {
  total: Money
  plan: Plan
  period: { startsAt: Date; endsAt: Date } | null
  invoiceNumber: string | null
}

export const receiptEmail = ({ total, plan, period, invoiceNumber, ...input }: Receipt): Email =>
  composeEmail(input, `Receipt for your Tinproof ${plan.name} plan`, {
    before: [
      isFree(total)
        ? paragraph`Thank you. The ${plan.name} plan of “${{ name: input.organizationName }}” is active. There was nothing to pay.`
        : paragraph`Thank you. We received your payment for “${{ name: input.organizationName }}”.`,
    ],
    facts: [
      ['Amount', formatMoney(total)],
      ['Plan', `${plan.name}, ${formatCount(plan.monthlyLimit)} validations a month`],
      ...(period
        ? ([['Period', `${formatDay(period.startsAt)} to ${formatDay(period.endsAt)}`]] as const)
        : []),
      ...(invoiceNumber ? ([['Invoice', invoiceNumber]] as const) : []),
    ],
    button: { label: 'View invoice', link: input.billingLink },
    after: isFree(total)
      ? []
      : ['The charge appears on your statement as PADDLE.NET. Paddle is our reseller.'],
  })

/** With a full discount or credit. */
const isFree = ({ amount }: Money) => Number(amount) === 0

type PaymentFailed = BillingEmail & { plan: Plan; graceEndsAt: Date; free: Plan }

export const paymentFailedEmail = ({ plan, graceEndsAt, free, ...input }: PaymentFailed): Email =>
  composeEmail(input, `We couldn't charge you for your ${plan.name} plan`, {
    before: [
      paragraph`The payment for the ${plan.name} plan of “${{ name: input.organizationName }}” failed. The card may have expired or been declined.`,
      `Update your payment method by ${formatMinute(graceEndsAt)}. Nothing changes until then. After that, the organization moves to the ${describePlan(free)}.`,
    ],
    button: { label: 'Update payment method', link: input.billingLink },
    after: ["We'll also retry the payment over the next few days.", ADMINS_ONLY],
  })

type CardExpires = BillingEmail & {
  plan: Plan
  brand: string | undefined
  lastFour: string
  expires: string
  nextBilledAt: Date | null
}

export const cardExpiresEmail = ({
  plan,
  brand,
  lastFour,
  expires,
  nextBilledAt,
  ...input
}: CardExpires): Email =>
  billingEmail(input, 'Your card expires soon', 'Update payment method', [
    paragraph`The ${formatCard(brand)} ending in ${lastFour}, which pays for the ${plan.name} plan of “${{ name: input.organizationName }}”, expires at the end of ${expires}.`,
    nextBilledAt
      ? `The next payment is due on ${formatDay(nextBilledAt)}. Add a new card before then to keep your plan.`
      : 'Add a new card before then to keep your plan.',
  ])

type PlanChanged = BillingEmail & { previous: Plan; plan: Plan; changedBy: string | null }

export const planChangedEmail = ({ previous, plan, changedBy, ...input }: PlanChanged): Email =>
  billingEmail(input, `Your plan changed to ${plan.name}`, 'View billing', [
    changedBy
      ? paragraph`${changedBy} changed the plan of “${{ name: input.organizationName }}” from ${previous.name} to ${plan.name}.`
      : paragraph`The plan of “${{ name: input.organizationName }}” changed from ${previous.name} to ${plan.name}.`,
    `It now includes ${formatCount(plan.monthlyLimit)} validations a month. Validations you already used this month still count.`,
  ])

type Downgraded = BillingEmail & { current: Plan; plan: Plan; changesAt: Date }

export const downgradedEmail = ({ current, plan, changesAt, ...input }: Downgraded): Email =>
  billingEmail(
    input,
    `Your plan changes to ${plan.name} on ${formatDay(changesAt)}`,
    `Keep ${current.name}`,
    [
      paragraph`You keep the ${current.name} plan of “${{ name: input.organizationName }}” until ${formatDay(changesAt)}.`,
      `After that, the ${plan.name} plan includes ${formatCount(plan.monthlyLimit)} validations a month. Until then, you can keep ${current.name} at no extra charge.`,
    ],
  )

type PlanCanceled = BillingEmail & { plan: Plan; endsAt: Date; free: Plan }

export const planCanceledEmail = ({ plan, endsAt, free, ...input }: PlanCanceled): Email =>
  billingEmail(input, `Your ${plan.name} plan ends on ${formatDay(endsAt)}`, 'Undo cancellation', [
    paragraph`The ${plan.name} plan of “${{ name: input.organizationName }}” was canceled. You can use it until ${formatDay(endsAt)}, and you won't be charged again.`,
    `After that, the organization moves to the ${describePlan(free)}. Until then, you can undo the cancellation.`,
  ])

type WithCurrent = BillingEmail & { plan: Plan; current: Plan }

export const planEndedEmail = ({
  plan,
  current,
  plansLink,
  ...input
}: WithCurrent & { plansLink: string }): Email =>
  composeEmail(input, `Your ${plan.name} plan has ended`, {
    before: [
      paragraph`The ${plan.name} plan of “${{ name: input.organizationName }}” has ended. The organization is now on the ${describePlan(current)}. You won't be charged again.`,
    ],
    button: { label: 'See plans', link: plansLink },
    after: [ADMINS_ONLY],
  })

export const planPausedEmail = ({ plan, current, ...input }: WithCurrent): Email =>
  billingEmail(input, `Your ${plan.name} plan is paused`, 'View billing', [
    paragraph`The ${plan.name} plan of “${{ name: input.organizationName }}” was paused. The organization is on the ${describePlan(current)} until an admin resumes it.`,
  ])

export const graceEndedEmail = ({ plan, current, ...input }: WithCurrent): Email =>
  billingEmail(input, "Payment failed: you're now on the Free plan", 'Update payment method', [
    paragraph`We still couldn't charge you for the ${plan.name} plan of “${{ name: input.organizationName }}”, so the organization is now on the ${describePlan(current)}.`,
    'You get your plan back as soon as the payment succeeds.',
  ])

type Refund = BillingEmail & { refunded: Money; total: Money }

export const refundEmail = ({ refunded, total, ...input }: Refund): Email =>
  billingEmail(input, `We refunded ${formatMoney(refunded)}`, 'View billing', [
    paragraph`We refunded ${formatMoney(refunded)} of your payment of ${formatMoney(total)} for “${{ name: input.organizationName }}”.`,
    'It can take up to 10 days to appear on your bank statement.',
  ])

export const disputeEmail = ({
  refunded,
  total,
  supportEmail,
  ...input
}: Refund & { supportEmail: string }): Email =>
  billingEmail(input, `Your bank returned ${formatMoney(refunded)}`, 'View billing', [
    paragraph`Your payment of ${formatMoney(total)} for “${{ name: input.organizationName }}” was disputed, so the bank returned ${formatMoney(refunded)} to the cardholder.`,
    paragraph`If this was a mistake, contact us at ${{ label: supportEmail, link: `mailto:${supportEmail}` }} before you pay again.`,
  ])

type SecondPayment = BillingEmail & { total: Money }

export const secondPaymentEmail = ({ total, ...input }: SecondPayment): Email =>
  composeEmail(input, 'We refunded your second payment', {
    before: [
      paragraph`“${{ name: input.organizationName }}” already had a paid plan when you paid ${formatMoney(total)}. We canceled the second plan and refunded the whole amount.`,
      "It can take up to 10 days to appear on your bank statement. You don't need to do anything.",
    ],
    button: { label: 'View billing', link: input.billingLink },
    after: [],
  })

type FailedJob = To & {
  paddleId: string
  organizationId: string | null
  error: string
  attempts: number
  paddleLink: string
}

export const paymentJobFailedEmail = (input: FailedJob): Email =>
  composeEmail(input, `A payment needs your attention: ${input.paddleId}`, {
    heading: 'A payment needs your attention',
    before: [
      `We couldn't settle this payment in ${input.attempts} attempts. The customer may have paid without getting their plan, so compare the payment in Paddle with the organization.`,
    ],
    facts: [
      ['Payment', input.paddleId],
      ['Organization', input.organizationId ?? 'Unknown'],
      ['Last error', input.error],
    ],
    button: { label: 'Open Paddle', link: input.paddleLink },
    after: ["We'll try again once a day."],
  })

const describePlan = ({ name, monthlyLimit }: Plan) =>
  `${name} plan with ${formatCount(monthlyLimit)} validations a month`

const formatCount = (count: number) => count.toLocaleString('en-US')

const formatMoney = ({ amount, currency }: Money) =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency })

const formatCard = (brand = 'card') => (brand.endsWith('card') ? brand : `${brand} card`)
