import { and, eq, ne } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'

export async function findSubscription({ db }: Context, organizationId: string) {
  const [subscription] = await db
    .select({ subscriptionId: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), ne(subscriptions.status, 'canceled')))
  if (!subscription) throw new AppError('NO_SUBSCRIPTION')
  return subscription
}
