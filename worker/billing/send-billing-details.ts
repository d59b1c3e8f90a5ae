import { and, eq, or, sql } from 'drizzle-orm'
import { billingDetails, organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import { putAddress, putBusiness } from '#worker/services/paddle-customers.ts'
import { applyRecords } from './apply-records.ts'
import type { SubscriptionRow } from './billing-emails.ts'
import { logFailure } from './change-subscription.ts'
import type { PaddleAccount } from './paddle-account.ts'

export const detailColumns = ['companyName', 'country', 'address', 'city', 'region', 'postalCode'] as const

/** Details that Paddle doesn't have: they changed, or the subscription is newer. */
export async function findUnsentDetails(
  { db }: Context,
  { organizationId, subscriptionId }: SubscriptionRow,
) {
  const [details] = await db
    .select({
      ...pick(billingDetails, ...detailColumns, 'version'),
      vatNumber: organizations.vatNumber,
    })
    .from(billingDetails)
    .innerJoin(organizations, eq(organizations.id, billingDetails.organizationId))
    .where(
      and(
        eq(billingDetails.organizationId, organizationId),
        or(
          eq(billingDetails.status, 'pending'),
          sql`${billingDetails.sentTo} is distinct from ${subscriptionId}`,
        ),
      ),
    )
  return details
}

type Details = NonNullable<Awaited<ReturnType<typeof findUnsentDetails>>>

/** What Paddle refuses for a while is sent with the subscription's next job. Throws PaddleFailed. */
export async function sendBillingDetails(
  ctx: Context,
  account: PaddleAccount,
  subscription: SubscriptionRow,
  details: Details,
): Promise<void> {
  const { organizationId, subscriptionId: sentTo } = subscription
  const status = await send(ctx, account, subscription, details).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    logFailure(ctx, error)
    return isTemporary(error) ? undefined : ('refused' as const)
  })
  if (!status) return
  await ctx.db
    .update(billingDetails)
    .set({ status, sentTo })
    .where(
      and(eq(billingDetails.organizationId, organizationId), eq(billingDetails.version, details.version)),
    )
}

async function send(
  ctx: Context,
  account: PaddleAccount,
  owner: SubscriptionRow,
  { address, companyName: name, vatNumber, ...details }: Details,
) {
  const { connection, paddle } = account
  const addressId = await putAddress(connection, owner, { ...details, firstLine: address })
  const withNumber = await putBusiness(connection, owner, { name, taxIdentifier: vatNumber }).catch(
    (error: unknown) => {
      if (vatNumber && isRefusal(error) && !isTemporary(error)) return undefined
      throw error
    },
  )
  const businessId = withNumber ?? (await putBusiness(connection, owner, { name, taxIdentifier: null }))
  const record = await paddle.setBusiness(owner.subscriptionId, { addressId, businessId })
  await applyRecords(ctx, account, { subscription: record })
  return withNumber ? 'saved' : 'vat-number-refused'
}

const isRefusal = (error: unknown): error is PaddleFailed =>
  error instanceof PaddleFailed && error.code === 'REFUSED'

/** The subscription is being changed or waits for a payment, so its record changes again. */
const isTemporary = ({ reason = '' }: PaddleFailed) =>
  /^(concurrent_modification|conflict|subscription_(locked|outstanding|update_when_past_due))/.test(reason)
