import * as z from 'zod'
import { tierSchema } from '#worker/organizations/contract.ts'

export const paidPlanSchema = z.enum(['PRO', 'ENTERPRISE'])
export type PaidPlan = z.infer<typeof paidPlanSchema>

/** In US dollars a month. */
export const planPrices: Readonly<Record<PaidPlan, number>> = { PRO: 49, ENTERPRISE: 149 }
/** How long a plan lasts while its payment is past due. */
export const GRACE_DAYS = 7
export const MAX_PAYMENT_ATTEMPTS = 5
/** Paddle signs each attempt to deliver a webhook anew. */
export const WEBHOOK_MAX_AGE_SECONDS = 300

export const subscriptionStatusSchema = z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>
export const transactionStatusSchema = z.enum(['pending', 'completed', 'failed', 'canceled', 'refunded'])
export type TransactionStatus = z.infer<typeof transactionStatusSchema>

const organizationId = z.string().max(64).optional()

export const PAID_PLAN_EXPECTED = 'Choose PRO or ENTERPRISE. The FREE plan needs no payment'
/** FREE isn't for sale. */
const planForSale = tierSchema.refine((plan) => plan !== 'FREE', PAID_PLAN_EXPECTED).pipe(paidPlanSchema)

export const checkoutParametersSchema = z.object({ organizationId, plan: planForSale.default('PRO') })
export const upgradeSchema = z.object({ organizationId, plan: planForSale.optional() })

export const TRANSACTION_EXPECTED = "This isn't the ID of a payment"
export const verifySchema = z.object({
  organizationId,
  transactionId: z
    .string()
    .regex(/^txn_[a-z\d]{26}$/, TRANSACTION_EXPECTED)
    .optional(),
})

export const changePlanSchema = z.object({ organizationId, plan: paidPlanSchema })
export const changePreviewQuerySchema = z.object({ organizationId, plan: paidPlanSchema })
export const subscriptionActionSchema = z.object({ organizationId })
export const invoiceParamSchema = z.object({ transactionId: z.string().regex(/^txn_[a-z\d]{26}$/) })

export type CheckoutParameters = {
  clientToken: string
  environment: 'sandbox' | 'production'
  priceId: string
  scriptUrl: string
  customer: { email: string }
  customData: { organizationId: string; userId: number; plan: PaidPlan }
}

export type Upgrade = { checkoutUrl: string }

export type Verification = {
  success: boolean
  message: string
  tier?: z.infer<typeof tierSchema>
  /** The payment will be settled without another call. */
  pending?: true
}

/** A decimal string, such as "49.00". */
type Amount = string

export type Subscription = {
  plan: PaidPlan
  status: SubscriptionStatus
  currentPeriodEnd: string
  nextCharge: { at: string; amount: Amount; currency: string } | null
  cancelsAt: string | null
  pausesAt: string | null
  /** When a plan with a payment past due becomes FREE. */
  graceEndsAt: string | null
  /** Null for members without the role to see it. `expires` is MM/YYYY. */
  paymentMethod: {
    type: string
    brand: string | null
    lastFour: string | null
    expires: string | null
  } | null
}

export type Invoice = {
  transactionId: string
  billedAt: string
  amount: Amount
  currency: string
  status: TransactionStatus
  plan: PaidPlan | null
}

export const MAX_COMPANY_NAME_LENGTH = 120
export const MAX_ADDRESS_LENGTH = 120
const line = (name: string, max: number) =>
  z
    .string(`Enter the ${name}`)
    .trim()
    .min(1, `Enter the ${name}`)
    .max(max, `The ${name} is too long`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `The ${name} must not contain control characters`)

export const billingDetailsSchema = z.object({
  organizationId,
  companyName: line('company name', MAX_COMPANY_NAME_LENGTH),
  country: z.string('Select a country').regex(/^[A-Z]{2}$/, 'Select a country'),
  address: line('address', MAX_ADDRESS_LENGTH),
  city: line('city', MAX_ADDRESS_LENGTH),
  region: line('region', MAX_ADDRESS_LENGTH).optional(),
  postalCode: line('postal code', 20),
})
export type BillingDetails = Omit<z.infer<typeof billingDetailsSchema>, 'organizationId'>

export type Billing = {
  configured: boolean
  subscription: Subscription | null
  /** Newest first; empty for members without the role to see them. */
  invoices: Invoice[]
  details: BillingDetails | null
}

export type ChangePreview = {
  plan: PaidPlan
  credit: Amount
  charge: Amount
  due: { amount: Amount; currency: string; action: 'charge' | 'credit' }
  nextCharge: { at: string; amount: Amount; currency: string }
}

export type ExternalUrl = { url: string }
