import * as z from 'zod'
import { paidPlans, type subscriptionStatuses, type transactionStatuses } from '#db/enums.ts'
import { line } from '#worker/lib/text.ts'
import { type Tier, tiers } from '#worker/membership/constants.ts'

const paidPlanSchema = z.enum(paidPlans)
export type PaidPlan = z.infer<typeof paidPlanSchema>

export const monthlyPricesUsd: Readonly<Record<PaidPlan, number>> = { PRO: 49, ENTERPRISE: 149 }
export const higherPlan = (one: PaidPlan, other: PaidPlan): PaidPlan =>
  monthlyPricesUsd[one] > monthlyPricesUsd[other] ? one : other
export const nextPlan: Readonly<Record<Tier, PaidPlan | null>> = {
  FREE: 'PRO',
  PRO: 'ENTERPRISE',
  ENTERPRISE: null,
}
export const GRACE_DAYS = 7
export const paddleCardBrands: Readonly<Record<string, string>> = {
  american_express: 'American Express',
  diners_club: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mada: 'Mada',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  union_pay: 'UnionPay',
  visa: 'Visa',
}
/** Paddle signs each delivery attempt again. */
export const WEBHOOK_MAX_AGE_SECONDS = 300

export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]

const organizationId = z.string().max(64).optional()

const PAID_PLAN_EXPECTED = 'The Free plan needs no payment. Choose PRO or ENTERPRISE'
const planForSale = z
  .enum(tiers)
  .refine((plan) => plan !== 'FREE', PAID_PLAN_EXPECTED)
  .pipe(paidPlanSchema)

export const checkoutParametersSchema = z.object({ organizationId, plan: planForSale.default('PRO') })
export const upgradeSchema = z.object({ organizationId, plan: planForSale.optional() })

const TRANSACTION_EXPECTED = "This isn't the ID of a payment"
export const verifySchema = z.object({
  organizationId,
  transactionId: z
    .string()
    .regex(/^txn_[a-z\d]{26}$/, TRANSACTION_EXPECTED)
    .optional(),
})

/** `maxDue`: the amount that the screen showed as due, such as "100.00". A higher charge is refused. */
export const changePlanSchema = z.object({
  organizationId,
  plan: paidPlanSchema,
  maxDue: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/)
    .optional(),
})
export const changePreviewQuerySchema = z.object({ organizationId, plan: paidPlanSchema })
export const subscriptionActionSchema = z.object({ organizationId })
export const invoiceParamSchema = z.object({ transactionId: z.string().regex(/^txn_[a-z\d]{26}$/) })

export type CheckoutParameters = {
  clientToken: string
  environment: 'sandbox' | 'production'
  priceId: string
  scriptUrl: string
  customer: {
    email: string
    address?:
      | {
          countryCode: string
          firstLine: string
          city: string
          region?: string
          postalCode?: string
        }
      | undefined
    /** Paddle takes it only with its tax ID. */
    business?: { name: string; taxIdentifier: string } | undefined
  }
  /** Paddle keeps it with the payment, which counts for the organization only if it is unchanged. */
  customData: { organizationId: string; userId: number; plan: PaidPlan; signature: string }
}

export type Upgrade = { checkoutUrl: string }

export type Verification = {
  success: boolean
  message: string
  tier?: Tier
  pending?: true
  /** Nothing is paid yet, but a payment that is being made can still go through. */
  open?: true
}

/** A decimal string, such as "49.00". */
type Amount = string

export type SubscriptionState =
  | { kind: 'active' }
  | { kind: 'canceling'; at: string }
  | { kind: 'pausing'; at: string }
  | { kind: 'downgrading'; at: string; to: PaidPlan }
  /** The plan lasts until `until`. */
  | { kind: 'past-due'; until: string }
  /** The plan has ended, because the payment is still due. */
  | { kind: 'unpaid' }
  | { kind: 'paused' }

export type Subscription = {
  plan: PaidPlan
  state: SubscriptionState
  currentPeriodEnd: string
  /** Null if there is none. The amount is unknown while Paddle doesn't answer. */
  nextCharge: { at: string; amount: Amount; currency: string } | { at: string; amount: null } | null
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
  refundedAmount: Amount
  currency: string
  status: TransactionStatus
  plan: PaidPlan | null
}

export const MAX_COMPANY_NAME_LENGTH = 120
export const MAX_ADDRESS_LENGTH = 120
const detail = (name: string, max: number) =>
  line(`The ${name}`, { min: 1, max, messageIfMissing: `Enter the ${name}` })

export const billingCountries: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
)
export const countriesWithRegion: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IN', 'US'])
/** Universal Postal Union, Postal addressing systems. */
export const countriesWithoutPostalCode: ReadonlySet<string> = new Set(
  `AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GM GQ GY HK JM KI KM KN KP LY ML MO MR MW NR NU QA RW
  SB SC SL SR ST SY TG TK TL TO TV UG VU YE ZW`.split(/\s+/),
)

export const billingDetailsSchema = z
  .object({
    organizationId,
    companyName: detail('company name', MAX_COMPANY_NAME_LENGTH),
    country: z.string('Select a country').refine((code) => billingCountries.has(code), 'Select a country'),
    address: detail('address', MAX_ADDRESS_LENGTH),
    city: detail('city', MAX_ADDRESS_LENGTH),
    region: z.optional(detail('state or province', MAX_ADDRESS_LENGTH)),
    postalCode: z.optional(detail('postal code', 20)),
  })
  .superRefine(({ country, region, postalCode }, context) => {
    const addMissing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (region === undefined && countriesWithRegion.has(country))
      addMissing('region', 'Enter the state or province')
    if (postalCode === undefined && !countriesWithoutPostalCode.has(country))
      addMissing('postalCode', 'Enter the postal code')
  })
export type BillingDetails = Omit<z.infer<typeof billingDetailsSchema>, 'organizationId'>

/** `pending`: Paddle gets them within minutes. `vat-number-refused`: it has the others, so it charges VAT. */
export type BillingDetailsStatus = 'at-checkout' | 'pending' | 'saved' | 'vat-number-refused' | 'refused'
export type SavedBillingDetails = BillingDetails & {
  vatNumber: string | null
  status: BillingDetailsStatus
}

export type Billing = {
  configured: boolean
  /** Null if there is none, or it has ended. */
  subscription: Subscription | null
  invoices: Invoice[]
  details: SavedBillingDetails | null
}

export type ChangePreview = {
  plan: PaidPlan
  credit: Amount
  charge: Amount
  due: { amount: Amount; currency: string; action: 'charge' | 'credit' }
  nextCharge: { at: string; amount: Amount; currency: string }
}

export type ExternalUrl = { url: string }

const ORGANIZATION_ID_EXPECTED = 'Enter an organization ID'
export const demoPaymentSchema = z.object({
  organizationId: z.string(ORGANIZATION_ID_EXPECTED).regex(/^org_\w{1,60}$/, ORGANIZATION_ID_EXPECTED),
})
export type DemoPayment = { success: true; environment: 'sandbox'; message: string }
