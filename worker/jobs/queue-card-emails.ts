import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { organizations, subscriptions } from '#db/schema/index.ts'
import { billingLink } from '#worker/billing/billing-emails.ts'
import type { Context } from '#worker/context.ts'
import { cardExpiresEmail } from '#worker/mail/billing-templates.ts'
import { type EmailRow, emailRows, encryptEmail, insertEmails } from '#worker/mail/outbox.ts'
import { monthlyLimits, tierNames } from '#worker/organizations/contract.ts'
import { listAdmins } from '#worker/organizations/list-admins.ts'
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

/** Emails admins 30 days before the card expires that pays for their plan, once for each card. */
export async function queueCardEmails(ctx: Context): Promise<JobResult> {
  const subscriptionsDone = await inBatches(LIMITS, async () => {
    const due = await selectDue(ctx)
    if (due.length > 0) await queue(ctx, due, await encryptEmails(ctx, due))
    return due.length
  })
  return toJobResult({ cards: subscriptionsDone })
}

type Due = Awaited<ReturnType<typeof selectDue>>[number]

const selectDue = (ctx: Context) =>
  ctx.db
    .select({
      organizationId: subscriptions.organizationId,
      name: organizations.name,
      plan: subscriptions.planId,
      brand: subscriptions.cardBrand,
      lastFour: subscriptions.cardLastFour,
      month: subscriptions.cardExpiryMonth,
      year: subscriptions.cardExpiryYear,
      nextBilledAt: subscriptions.nextBilledAt,
      card,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(isDue(ctx))
    .orderBy(subscriptions.organizationId)
    .limit(LIMITS.size)

async function encryptEmails(ctx: Context, due: readonly Due[]): Promise<EmailRow[]> {
  const byId = new Map(due.map((row) => [row.organizationId, row]))
  const admins = await listAdmins(ctx, [...byId.keys()])
  return Promise.all(
    admins.flatMap(({ organizationId, userId, email }) => {
      const row = byId.get(organizationId)
      return row ? [encryptOne(ctx, row, { userId, email })] : []
    }),
  )
}

async function encryptOne(
  ctx: Context,
  { organizationId, name, plan, brand, lastFour, month, year, nextBilledAt, card }: Due,
  { userId, email }: { userId: number; email: string },
): Promise<EmailRow> {
  const message = cardExpiresEmail({
    key: `card-expires/${organizationId}/${card}/${userId}`,
    to: email,
    organizationName: name,
    billingLink: billingLink(ctx),
    plan: { name: tierNames[plan], monthlyLimit: monthlyLimits[plan] },
    brand,
    lastFour: lastFour ?? '',
    expires: `${String(month ?? '').padStart(2, '0')}/${year}`,
    nextBilledAt,
  })
  return { reference: organizationId, ...(await encryptEmail(ctx, message)) }
}

/** Marks cards that are still due, and inserts their emails, in one statement. */
async function queue(
  { db, ...ctx }: Context,
  due: readonly Due[],
  emails: readonly EmailRow[],
): Promise<void> {
  const locked = db.$with('locked').as(
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          inArray(
            subscriptions.organizationId,
            due.map(({ organizationId }) => organizationId),
          ),
          inArray(
            card,
            due.map((row) => row.card),
          ),
          isDue({ db, ...ctx }),
        ),
      )
      .orderBy(subscriptions.organizationId)
      .for('no key update', { skipLocked: true }),
  )
  const claimed = db
    .$with('claimed')
    .as(
      db
        .update(subscriptions)
        .set({ remindedCard: card })
        .from(locked)
        .where(eq(subscriptions.id, locked.id))
        .returning({ organizationId: subscriptions.organizationId }),
    )
  const rows = emailRows(db, emails)
  const inserted = insertEmails(db, rows, claimed, claimed.organizationId)
  await db.with(locked, claimed, rows, inserted).select().from(inserted)
}
