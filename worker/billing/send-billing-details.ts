import { and, eq, isNull, lte, ne, or } from 'drizzle-orm'
import { billingDetails, organizations, subscriptions } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import { putAddress, putBusiness } from '#worker/services/paddle-customers.ts'
import { applyRecords } from './apply-records.ts'
import { logFailure } from './change-subscription.ts'
import { type PaddleAccount, paddleAccount } from './paddle-account.ts'

/** Longer than all calls to Paddle together. */
const CLAIM_SECONDS = 90
const MAX_ROUNDS = 3

export const detailColumns = ['companyName', 'country', 'address', 'city', 'region', 'postalCode'] as const

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>
type Outcome = 'pending' | 'saved' | 'vat-number-refused' | 'refused'

/** One sender at a time: it also sends what changed meanwhile. If Paddle fails, the job tries again. */
export async function sendBillingDetails(ctx: Context, organizationId: string): Promise<void> {
  const account = paddleAccount(ctx.settings)
  if (!account) return
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const details = await claim(ctx, organizationId)
    if (!details) return
    const outcome = await send(ctx, account, details)
    if (await finish(ctx, details, outcome)) return
  }
}

async function claim({ db }: Context, organizationId: string) {
  const [claimed] = await db
    .update(billingDetails)
    .set({ sendingUntil: secondsFromNow(CLAIM_SECONDS) })
    .from(organizations)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(
      and(
        eq(billingDetails.organizationId, organizationId),
        eq(organizations.id, billingDetails.organizationId),
        ne(subscriptions.status, 'canceled'),
        or(isNull(billingDetails.sendingUntil), lte(billingDetails.sendingUntil, now)),
      ),
    )
    .returning({
      ...pick(billingDetails, ...detailColumns, 'organizationId', 'version'),
      vatNumber: organizations.vatNumber,
      subscriptionId: subscriptions.subscriptionId,
      customerId: subscriptions.customerId,
    })
  return claimed
}

async function send(ctx: Context, account: PaddleAccount, details: Claimed): Promise<Outcome> {
  const { connection, paddle } = account
  const { address, companyName: name, vatNumber, subscriptionId } = details
  try {
    const addressId = await putAddress(connection, details, { ...details, firstLine: address })
    const business = (taxIdentifier: string | null) =>
      putBusiness(connection, details, { name, taxIdentifier })
    const refusedNumber = (error: unknown) => {
      if (vatNumber && isRefusal(error)) return undefined
      throw error
    }
    const withNumber = await business(vatNumber).catch(refusedNumber)
    const businessId = withNumber ?? (await business(null))
    const record = await paddle.setBusiness(subscriptionId, { addressId, businessId })
    await applyRecords(ctx, account, { subscription: record })
    return withNumber ? 'saved' : 'vat-number-refused'
  } catch (error) {
    if (!(error instanceof PaddleFailed)) throw error
    logFailure(ctx, error)
    return isRefusal(error) && !isTemporary(error) ? 'refused' : 'pending'
  }
}

const isRefusal = (error: unknown): error is PaddleFailed =>
  error instanceof PaddleFailed && error.code === 'REFUSED'

/** The subscription is being changed or waits for a payment. */
const isTemporary = ({ reason = '' }: PaddleFailed) =>
  /^(concurrent_modification|conflict|subscription_(locked|outstanding|update_when_past_due))/.test(reason)

async function finish(
  { db }: Context,
  { organizationId, version, subscriptionId }: Claimed,
  status: Outcome,
): Promise<boolean> {
  const own = eq(billingDetails.organizationId, organizationId)
  const [[finished]] = await db.batch([
    db
      .update(billingDetails)
      .set({ status, sentTo: subscriptionId, sendingUntil: null })
      .where(and(own, eq(billingDetails.version, version)))
      .returning({ organizationId: billingDetails.organizationId }),
    db.update(billingDetails).set({ sendingUntil: null }).where(own),
  ])
  return finished !== undefined
}
