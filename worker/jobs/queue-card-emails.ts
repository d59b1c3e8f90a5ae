import { and, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { subscriptions } from '#db/schema/index.ts'
import { billingLink } from '#worker/billing/billing-emails.ts'
import { paddleCardBrands } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import { type Admin, emailsToAdmins } from '#worker/mail/admins.ts'
import { cardExpiresEmail } from '#worker/mail/billing-templates.ts'
import { queueEmails } from '#worker/mail/outbox.ts'
import { monthlyLimits, tierNames } from '#worker/membership/constants.ts'
import type { Email } from '#worker/services/resend.ts'
import { inTransaction } from '#worker/transaction.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }
const DAYS_BEFORE = 30

/** A card is valid through the last day of its month. */
const expiresAt = sql`make_timestamptz(${subscriptions.cardExpiryYear}, ${subscriptions.cardExpiryMonth}, 1, 0, 0, 0, 'UTC') + interval '1 month'`
const card = sql<string>`concat_ws('/', ${subscriptions.cardLastFour}, ${subscriptions.cardExpiryYear}, ${subscriptions.cardExpiryMonth})`

const isDue = ({ now }: Context): SQL | undefined =>
  and(
    inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
    isNull(subscriptions.cancelAt),
    isNotNull(subscriptions.cardLastFour),
    isNotNull(subscriptions.cardExpiryMonth),
    isNotNull(subscriptions.cardExpiryYear),
    sql`${subscriptions.remindedCard} is distinct from ${card}`,
    sql`${expiresAt} <= ${now.toISOString()}::timestamptz + make_interval(days => ${DAYS_BEFORE})`,
  )

export async function queueCardEmails(ctx: Context): Promise<JobResult> {
  return toJobResult({ cards: await inBatches(LIMITS, () => queueBatch(ctx)) })
}

const queueBatch = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const due = await tx
      .select({ subscription: subscriptions, card })
      .from(subscriptions)
      .where(isDue(ctx))
      .orderBy(subscriptions.organizationId)
      .limit(LIMITS.size)
      .for('no key update', { skipLocked: true })
    const ids = due.map(({ subscription }) => subscription.organizationId)
    const emails: Email[] = []
    for (const one of due) {
      const { organizationId } = one.subscription
      emails.push(...(await emailsToAdmins(tx, organizationId, (admin) => cardEmail(ctx, one, admin))))
    }
    await queueEmails(tx, emails)
    await tx
      .update(subscriptions)
      .set({ remindedCard: card })
      .where(inArray(subscriptions.organizationId, ids))
    return due.length
  })

type Due = { subscription: typeof subscriptions.$inferSelect; card: string }

function cardEmail(ctx: Context, { subscription, card }: Due, { userId, ...admin }: Admin): Email {
  const { organizationId, planId, cardExpiryMonth, cardExpiryYear, nextBilledAt } = subscription
  const end = Date.UTC(cardExpiryYear ?? 0, cardExpiryMonth ?? 0)
  return cardExpiresEmail({
    ...admin,
    key: `card-expires/${organizationId}/${card}/${userId}`,
    billingLink: billingLink(ctx, organizationId),
    plan: { name: tierNames[planId], monthlyLimit: monthlyLimits[planId] },
    brand: paddleCardBrands[subscription.cardBrand ?? ''],
    lastFour: subscription.cardLastFour ?? '',
    expires: `${String(cardExpiryMonth ?? '').padStart(2, '0')}/${cardExpiryYear}`,
    // Until its end, the card still pays.
    nextBilledAt: nextBilledAt && nextBilledAt.getTime() >= end ? nextBilledAt : null,
  })
}
