import { and, eq, ne } from 'drizzle-orm'
import { billingDetails, organizations, subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import { putAddress, putBusiness } from '#worker/services/paddle-customers.ts'
import { applyRecords } from './apply-records.ts'
import type { SubscriptionRow } from './billing-emails.ts'
import { logFailure } from './change-subscription.ts'
import type { PaddleAccount } from './paddle-account.ts'

/** With the subscription that they are for, unless it was canceled. */
export const selectBillingDetails = ({ db }: Context, organizationId: string) =>
  db
    .select({
      ...pick(billingDetails, 'companyName', 'country', 'address', 'city', 'region', 'postalCode'),
      ...pick(billingDetails, 'status', 'sentTo', 'version'),
      vatNumber: organizations.vatNumber,
      subscriptionId: subscriptions.subscriptionId,
    })
    .from(billingDetails)
    .innerJoin(organizations, eq(organizations.id, billingDetails.organizationId))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.organizationId, organizations.id), ne(subscriptions.status, 'canceled')),
    )
    .where(eq(billingDetails.organizationId, organizationId))

export type BillingDetailsRow = Awaited<ReturnType<typeof selectBillingDetails>>[number]

/** Paddle doesn't have them: they changed, or the subscription is newer. */
export const isUnsent = ({ status, sentTo, subscriptionId }: BillingDetailsRow): boolean =>
  status === 'pending' || sentTo !== subscriptionId

/** What Paddle refuses for a while is sent later, with the subscription's next webhook at the latest. Throws PaddleFailed. */
export async function sendBillingDetails(
  ctx: Context,
  account: PaddleAccount,
  subscription: SubscriptionRow,
  details: BillingDetailsRow,
): Promise<void> {
  const { organizationId, subscriptionId: sentTo } = subscription
  const status = await send(ctx, account, subscription, details).catch((error: unknown) => {
    if (!isRefusal(error) || isBusy(error)) throw error
    logFailure(ctx, error)
    return isWaiting(error) ? undefined : ('refused' as const)
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
  { address, companyName: name, vatNumber, ...details }: BillingDetailsRow,
) {
  const { connection, paddle } = account
  const addressId = await putAddress(connection, owner, { ...details, firstLine: address })
  const withNumber = await putBusiness(connection, owner, { name, taxIdentifier: vatNumber }).catch(
    (error: unknown) => {
      if (vatNumber && isRefusal(error) && !isBusy(error)) return undefined
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

/** For half an hour at most. */
const isBusy = ({ reason = '' }: PaddleFailed) =>
  /^(concurrent_modification|conflict|subscription_locked_(processing|renewal))$/.test(reason)

/** A payment is due, an end or a pause is scheduled, or it is paused. Its record changes when that is over. */
const isWaiting = ({ reason = '' }: PaddleFailed) =>
  [
    'subscription_locked_pending_changes',
    'subscription_only_update_items_on_paused_subscription',
    'subscription_outstanding_transaction',
    'subscription_update_when_past_due',
  ].includes(reason)
