import { eq, type WithSubquery } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { organizations, subscriptions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import {
  type BillingEmail,
  graceEndedEmail,
  paymentFailedEmail,
  planCanceledEmail,
  planChangedEmail,
  planEndedEmail,
  receiptEmail,
  refundEmail,
} from '#worker/mail/billing-templates.ts'
import type { Email } from '#worker/mail/email.ts'
import { type EmailRow, emailRows, encryptEmail, insertEmails } from '#worker/mail/outbox.ts'
import { monthlyLimits, type Tier, tierNames } from '#worker/organizations/contract.ts'
import { listAdmins } from '#worker/organizations/list-admins.ts'
import type { SubscriptionChange, SubscriptionRow } from './apply-subscription.ts'
import type { TransactionChange } from './apply-transaction.ts'
import { graceEnd } from './tier.ts'

/** One email for each recipient: `compose` gets what differs between them. */
type Notice = { event: string; compose: (to: BillingEmail) => Email }

const planOf = (tier: Tier) => ({ name: tierNames[tier], monthlyLimit: monthlyLimits[tier] })

type Change = { before: SubscriptionRow | undefined; after: SubscriptionChange['after'] }

/** The email to admins about a change of the subscription. Undefined if there is none. */
function subscriptionNotice(ctx: Context, change: Change): Notice | undefined {
  const { before, after } = change
  if (after.status === 'past_due') return pastDueNotice(change)
  if (!before || before.status === 'canceled') return undefined
  const plan = planOf(after.planId)
  const freeLimit = monthlyLimits.FREE
  if (after.status === 'canceled') {
    const plansLink = `${ctx.settings.APP_ORIGIN}/products`
    return { event: 'plan-ended', compose: (to) => planEndedEmail({ ...to, plan, freeLimit, plansLink }) }
  }
  if (before.planId !== after.planId) {
    const previous = planOf(before.planId)
    const changedBy = ctx.actor?.email ?? null
    return { event: 'plan-changed', compose: (to) => planChangedEmail({ ...to, previous, plan, changedBy }) }
  }
  const endsAt = before.cancelAt ? null : after.cancelAt
  if (!endsAt) return undefined
  return { event: 'plan-canceled', compose: (to) => planCanceledEmail({ ...to, plan, endsAt, freeLimit }) }
}

function pastDueNotice({ before, after }: Change): Notice | undefined {
  const plan = planOf(after.planId)
  const freeLimit = monthlyLimits.FREE
  if (before?.status !== 'past_due' && after.pastDueSince) {
    const graceEndsAt = graceEnd(after.pastDueSince)
    return {
      event: 'payment-failed',
      compose: (to) => paymentFailedEmail({ ...to, plan, graceEndsAt, freeLimit }),
    }
  }
  if (before?.tier === 'FREE' || after.tier !== 'FREE') return undefined
  return { event: 'grace-ended', compose: (to) => graceEndedEmail({ ...to, plan, freeLimit }) }
}

/** For `insertBillingEmails` in the statement that writes the change. */
export async function subscriptionEmails(
  ctx: Context,
  { organization, before, after }: SubscriptionChange,
): Promise<EmailRow[]> {
  // The admins got an email about the deletion.
  if (organization.deleteAt) return []
  const isSame = before?.subscriptionId === after.subscriptionId
  const notice = subscriptionNotice(ctx, { before: isSame ? before : undefined, after })
  if (!notice) return []
  const id = `${after.subscriptionId}/${after.recordUpdatedAt.getTime()}`
  return encryptAll(ctx, organization, { ...notice, id }, await listAdmins(ctx, [organization.id]))
}

type Period = { startsAt: Date; endsAt: Date }

function transactionNotices({ before, after }: TransactionChange, period: Period | null): Notice[] {
  const { plan, amount, currency, providerReference: invoiceNumber = null } = after
  const total = { amount, currency: currency ?? 'USD' }
  const notices: Notice[] = []
  if (isPaid(after.status) && !(before && isPaid(before.status)) && plan && Number(amount) > 0) {
    const receipt = { total, plan: planOf(plan), period, invoiceNumber }
    notices.push({ event: 'receipt', compose: (to) => receiptEmail({ ...to, ...receipt }) })
  }
  const units = Number(after.refundedAmount ?? 0) - Number(before?.refundedAmount ?? 0)
  if (units > 0) {
    const refund = { refunded: { ...total, amount: units.toFixed(2) }, total }
    notices.push({
      event: `refund-${after.refundedAmount}`,
      compose: (to) => refundEmail({ ...to, ...refund }),
    })
  }
  return notices
}

const isPaid = (status: TransactionChange['after']['status']) =>
  status === 'completed' || status === 'refunded'

/** A receipt also goes to the buyer. The buyer of a second plan gets an email of its own about both. */
export async function transactionEmails(
  ctx: Context,
  change: TransactionChange,
  period: Period | null,
): Promise<EmailRow[]> {
  const { after } = change
  const notices = transactionNotices(change, period)
  if (notices.length === 0) return []
  const [[organization], [buyer], admins] = await Promise.all([
    findOrganization(ctx, after.organizationId),
    ctx.db
      .select({ userId: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, after.userId ?? 0)),
    listAdmins(ctx, [after.organizationId]),
  ])
  if (!organization || isSecond(organization, after)) return []
  const isAdmin = admins.some(({ userId }) => userId === after.userId)
  const recipients = buyer && !isAdmin ? [...admins, buyer] : admins
  const emails = notices.map((notice) =>
    encryptAll(
      ctx,
      organization,
      { ...notice, id: after.transactionId },
      notice.event === 'receipt' ? recipients : admins,
    ),
  )
  return (await Promise.all(emails)).flat()
}

const findOrganization = ({ db }: Context, organizationId: string) =>
  db
    .select({
      id: organizations.id,
      name: organizations.name,
      subscriptionId: subscriptions.subscriptionId,
      status: subscriptions.status,
    })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId))

type Current = { subscriptionId: string | null; status: SubscriptionRow['status'] | null }

const isSecond = (
  { subscriptionId, status }: Current,
  after: Pick<TransactionChange['after'], 'subscriptionId'>,
) =>
  subscriptionId !== null &&
  status !== 'canceled' &&
  after.subscriptionId != null &&
  after.subscriptionId !== subscriptionId

type Organization = { id: string; name: string }

const encryptAll = (
  ctx: Context,
  { id: organizationId, name }: Organization,
  { event, id, compose }: Notice & { id: string },
  recipients: readonly { userId: number; email: string }[],
): Promise<EmailRow[]> =>
  Promise.all(
    recipients.map(async ({ userId, email }) => {
      const to = {
        key: `${event}/${id}/${userId}`,
        to: email,
        organizationName: name,
        billingLink: billingLink(ctx),
      }
      return { reference: organizationId, ...(await encryptEmail(ctx, compose(to))) }
    }),
  )

export const billingLink = ({ settings }: Context) => `${settings.APP_ORIGIN}/organization#billing`

/** CTEs that insert the emails if `written` has a row. */
export function insertBillingEmails(
  { db }: Context,
  emails: readonly EmailRow[],
  written: WithSubquery & { organizationId: PgColumn },
): WithSubquery[] {
  if (emails.length === 0) return []
  const rows = emailRows(db, emails)
  return [rows, insertEmails(db, rows, written, written.organizationId)]
}
