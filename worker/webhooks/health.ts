import { and, eq, isNull } from 'drizzle-orm'
import { webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { DAY } from '#worker/lib/time.ts'
import { emailAdmins } from '#worker/mail/admins.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import type { Transaction } from '#worker/transaction.ts'
import { DISABLED_AFTER_DAYS, WARNED_AFTER_DAYS } from './contract.ts'
import { webhookDisabledEmail, webhookFailingEmail } from './health-emails.ts'

type Seen = { hasSucceeded: boolean; hasFailed: boolean; isGone: boolean }

/** Responses from an earlier URL don't count. */
export async function updateHealth(tx: Transaction, { id, url }: Endpoint, seen: Seen): Promise<void> {
  const isSame = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.url, url))
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(isSame, isNull(webhookEndpoints.disabledAt)))
    .for('update')
  if (!endpoint) return
  const { failingSince, warnedAt } = endpoint
  const { now } = tx.ctx
  if (seen.isGone) return await disable(tx, endpoint, 'gone')
  if (seen.hasSucceeded && failingSince)
    await tx.update(webhookEndpoints).set({ failingSince: null, warnedAt: null }).where(isSame)
  if (seen.hasSucceeded || !seen.hasFailed) return
  const daysSince = (time: Date | null) => (now.getTime() - (time ?? now).getTime()) / DAY
  if (daysSince(warnedAt) >= DISABLED_AFTER_DAYS - WARNED_AFTER_DAYS)
    return await disable(tx, endpoint, 'failing')
  const warns = !warnedAt && daysSince(failingSince) >= WARNED_AFTER_DAYS
  if (!failingSince || warns)
    await tx
      .update(webhookEndpoints)
      .set({ failingSince: failingSince ?? now, ...(warns && { warnedAt: now }) })
      .where(isSame)
  if (warns) await email(tx, endpoint, webhookFailingEmail)
}

export type Endpoint = typeof webhookEndpoints.$inferSelect

export async function disable(
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

export const linksOf = ({ ctx }: Transaction, organizationId: string) => ({
  link: organizationLink(ctx, organizationId, '/webhooks'),
  docsLink: `${ctx.settings.APP_ORIGIN}/docs/guides/webhooks`,
})
