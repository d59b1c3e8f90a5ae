import { eq } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { paymentTransactions, subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { PaddleSubscription, PaddleTransaction } from '#worker/services/paddle-records.ts'
import { isSignedCheckout } from './sign-checkout.ts'

export type Records = { transaction?: PaddleTransaction; subscription?: PaddleSubscription }
export type UnknownOwner = { code: 'UNKNOWN_ORGANIZATION' | 'UNSIGNED_CHECKOUT' }

export async function findKnownOwner(
  db: Queries,
  {
    transactionId,
    subscriptionId,
  }: { transactionId: string | undefined; subscriptionId: string | undefined },
): Promise<{ organizationId: string } | undefined> {
  const [paid] = await db
    .select({ organizationId: paymentTransactions.organizationId })
    .from(paymentTransactions)
    .where(eq(paymentTransactions.transactionId, transactionId ?? ''))
  if (paid) return paid
  const [known] = await db
    .select({ organizationId: subscriptions.organizationId })
    .from(subscriptions)
    .where(eq(subscriptions.subscriptionId, subscriptionId ?? ''))
  return known
}

/** A known record belongs to its organization, whatever its custom data says. A new record needs our signature. */
export async function findOwner(
  { settings }: Context,
  db: Queries,
  { transaction, subscription }: Records,
): Promise<{ organizationId: string } | UnknownOwner> {
  const known = await findKnownOwner(db, {
    transactionId: transaction?.id,
    subscriptionId: subscription?.id ?? transaction?.subscriptionId ?? undefined,
  })
  if (known) return known
  const claim = (transaction ?? subscription)?.customData ?? {}
  if (!claim.organizationId) return { code: 'UNKNOWN_ORGANIZATION' }
  if (!(await isSignedCheckout({ settings }, claim))) return { code: 'UNSIGNED_CHECKOUT' }
  return { organizationId: claim.organizationId }
}
