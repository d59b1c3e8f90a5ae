import { and, eq, isNull, or } from 'drizzle-orm'
import { organizations, webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { DAY } from '#worker/lib/time.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import { emailAdmins } from '#worker/membership/list-admins.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import { DISABLED_AFTER_DAYS, endpointLimits, WARNED_AFTER_DAYS } from './contract.ts'
import { webhookDisabledEmail, webhookFailingEmail, webhooksBeyondPlanEmail } from './health-emails.ts'

type Seen = { hasSucceeded: boolean; hasFailed: boolean; isGone: boolean }

/** An email after a day of failures; disabled if they go on for four more, or at once by a 410. */
export async function updateHealth(tx: Transaction, endpointId: string, seen: Seen): Promise<void> {
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.disabledAt)))
    .for('update')
  if (!endpoint) return
  const { failingSince, warnedAt } = endpoint
  const { now } = tx.ctx
  if (seen.isGone) return await disable(tx, endpoint, 'gone')
  if (seen.hasSucceeded && failingSince)
    await tx
      .update(webhookEndpoints)
      .set({ failingSince: null, warnedAt: null })
      .where(eq(webhookEndpoints.id, endpointId))
  if (seen.hasSucceeded || !seen.hasFailed) return
  const daysSince = (time: Date | null) => (now.getTime() - (time ?? now).getTime()) / DAY
  if (daysSince(warnedAt) >= DISABLED_AFTER_DAYS - WARNED_AFTER_DAYS)
    return await disable(tx, endpoint, 'failing')
  const warns = !warnedAt && daysSince(failingSince) >= WARNED_AFTER_DAYS
  if (!failingSince || warns)
    await tx
      .update(webhookEndpoints)
      .set({ failingSince: failingSince ?? now, ...(warns && { warnedAt: now }) })
      .where(eq(webhookEndpoints.id, endpointId))
  if (warns) await email(tx, endpoint, webhookFailingEmail)
}

type Endpoint = typeof webhookEndpoints.$inferSelect

async function disable(
  tx: Transaction,
  endpoint: Endpoint,
  reason: 'gone' | 'failing' | 'plan',
): Promise<void> {
  await endDeliveries(tx, endpoint.id)
  await tx
    .update(webhookEndpoints)
    .set({ disabledAt: tx.ctx.now, disabledReason: reason })
    .where(eq(webhookEndpoints.id, endpoint.id))
  await audit(tx, {
    event: 'webhook.disabled',
    organizationId: endpoint.organizationId,
    actor: null,
    subject: endpoint.url,
    after: { reason },
  })
  if (reason !== 'plan') await email(tx, endpoint, (input) => webhookDisabledEmail({ ...input, reason }))
}

export const enabledAgain = { disabledAt: null, disabledReason: null, failingSince: null, warnedAt: null }

export async function readLimit(tx: Transaction, organizationId: string): Promise<number> {
  const organization = tx.select({ tier: organizations.tier }).from(organizations)
  return endpointLimits[oneRow(await organization.where(eq(organizations.id, organizationId))).tier]
}

/** When the plan changes: the oldest endpoints that it allows are enabled, and the others disabled. */
export async function applyPlanLimit(tx: Transaction, organizationId: string): Promise<void> {
  const limit = await readLimit(tx, organizationId)
  const { disabledReason } = webhookEndpoints
  const isWanted = or(isNull(disabledReason), eq(disabledReason, 'plan'))
  const endpoints = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, organizationId), isWanted))
    .orderBy(webhookEndpoints.id)
    .for('update')
  endpoints.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const isEnabled = ({ disabledAt }: Endpoint) => disabledAt === null
  for (const endpoint of endpoints.slice(0, limit)) if (!isEnabled(endpoint)) await enable(tx, endpoint)
  const surplus = endpoints.slice(limit).filter(isEnabled)
  for (const endpoint of surplus) await disable(tx, endpoint, 'plan')
  if (surplus.length === 0) return
  const urls = surplus.map(({ url }) => url)
  await emailAdmins(tx, organizationId, ({ userId, ...admin }) =>
    webhooksBeyondPlanEmail({
      ...admin,
      ...linksOf(tx, organizationId),
      key: `webhooks/${organizationId}/${crypto.randomUUID()}/${userId}`,
      urls,
      limit,
    }),
  )
}

async function enable(tx: Transaction, { id, organizationId, url: subject }: Endpoint): Promise<void> {
  await tx.update(webhookEndpoints).set(enabledAgain).where(eq(webhookEndpoints.id, id))
  const change = { before: { enabled: false }, after: { enabled: true } }
  await audit(tx, { event: 'webhook.changed', organizationId, actor: null, subject, ...change })
}

export const endDeliveries = (tx: Transaction, endpointId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ state: 'failed', nextTryAt: null })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'pending')))

const email = (
  tx: Transaction,
  { id, organizationId, url, failingSince }: Endpoint,
  compose: typeof webhookFailingEmail,
): Promise<void> =>
  emailAdmins(tx, organizationId, ({ userId, ...admin }) =>
    compose({
      ...admin,
      key: `webhook/${id}/${crypto.randomUUID()}/${userId}`,
      url,
      since: failingSince ?? tx.ctx.now,
      ...linksOf(tx, organizationId),
    }),
  )

const linksOf = ({ ctx }: Transaction, organizationId: string) => ({
  link: organizationLink(ctx, organizationId, '/webhooks'),
  docsLink: `${ctx.settings.APP_ORIGIN}/docs/guides/webhooks`,
})
