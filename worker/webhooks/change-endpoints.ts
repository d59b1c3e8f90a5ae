import { and, eq, isNull } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { audit, auditChange } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { addEventWhere } from './add-event.ts'
import {
  type CreateEndpoint,
  type EndpointSecret,
  SECRET_OVERLAP_HOURS,
  TEST_EVENT,
  type UpdateEndpoint,
  type WebhookEndpoint,
} from './contract.ts'
import { enabledAgain, endDeliveries } from './health.ts'
import { type EndpointId, findEndpoint, isEndpoint } from './list.ts'
import { readLimit } from './plan-limit.ts'
import { addOldSecret, decryptSecret, encryptSecret, generateSecret } from './secret.ts'

type ByMember = { organizationId: string; userId: number }

export const createEndpoint = (
  ctx: Context,
  { organizationId, userId, url, description, events, live }: CreateEndpoint & ByMember,
): Promise<WebhookEndpoint & EndpointSecret> =>
  inTransaction(ctx, async (tx) => {
    await lockMembership(tx, { organizationId, userId }, { permission: 'manageWebhooks' })
    await assertNewUrl(tx, { organizationId, url, live })
    await assertRoom(tx, organizationId)
    const endpointId = `endpoint_${randomBase62(22)}`
    const secret = generateSecret()
    await tx.insert(webhookEndpoints).values({
      id: endpointId,
      organizationId,
      url,
      description: description || null,
      events,
      live,
      secret: await encryptSecret(ctx.settings, endpointId, secret),
      createdBy: userId,
    })
    await audit(tx, {
      event: 'webhook.created',
      organizationId,
      subject: url,
      after: { events: events.join(', '), live },
    })
    return { ...(await findEndpoint(tx, { organizationId, endpointId })), secret }
  })

async function assertRoom(tx: Transaction, organizationId: string, { onlyEnabled = false } = {}) {
  const limit = await readLimit(tx, organizationId)
  const isCounted = onlyEnabled ? isNull(webhookEndpoints.disabledAt) : undefined
  const isOwn = eq(webhookEndpoints.organizationId, organizationId)
  if ((await tx.$count(webhookEndpoints, and(isOwn, isCounted))) < limit) return
  throw new AppError('WEBHOOK_LIMIT_REACHED', {
    message: `Your plan allows ${limit} webhook endpoints. ${onlyEnabled ? 'Disable' : 'Delete'} one first.`,
    fields: { limit },
  })
}

/** Two endpoints with the same URL would get each event twice. */
async function assertNewUrl(
  tx: Transaction,
  endpoint: Pick<typeof webhookEndpoints.$inferSelect, 'organizationId' | 'url' | 'live'>,
) {
  const { organizationId, url, live } = webhookEndpoints
  const isSameUrl = and(
    eq(organizationId, endpoint.organizationId),
    eq(url, endpoint.url),
    eq(live, endpoint.live),
  )
  if ((await tx.$count(webhookEndpoints, isSameUrl)) > 0)
    throw invalidField('url', 'Another endpoint already has this URL')
}

/** What waits for a disabled endpoint fails, and can be replayed. */
export const updateEndpoint = (
  ctx: Context,
  { url, description, events, enabled, ...id }: Omit<UpdateEndpoint, 'organizationId'> & EndpointChange,
): Promise<WebhookEndpoint> =>
  inTransaction(ctx, async (tx) => {
    const before = await lockEndpoint(tx, id)
    const isDisabled = before.disabledAt !== null
    const disables = enabled === false && !isDisabled
    const after = {
      url: url ?? before.url,
      description: description === undefined ? before.description : description || null,
      events: events ?? before.events,
    }
    if (after.url !== before.url) await assertNewUrl(tx, { ...before, url: after.url })
    if (disables) await endDeliveries(tx, id.endpointId)
    if (enabled && isDisabled) await assertRoom(tx, id.organizationId, { onlyEnabled: true })
    await tx
      .update(webhookEndpoints)
      .set({
        ...after,
        ...(after.url !== before.url && { failingSince: null, warnedAt: null }),
        ...(disables && { disabledAt: ctx.now, disabledReason: 'member' }),
        ...(enabled && isDisabled && enabledAgain),
      })
      .where(isEndpoint(id))
    await auditChange(tx, {
      event: 'webhook.changed',
      organizationId: id.organizationId,
      subject: after.url,
      before: auditedOf(before, !isDisabled),
      after: auditedOf(after, enabled ?? !isDisabled),
    })
    return await findEndpoint(tx, id)
  })

type Settings = Pick<typeof webhookEndpoints.$inferSelect, 'url' | 'description' | 'events'>

const auditedOf = ({ url, description, events }: Settings, enabled: boolean) => ({
  url,
  description,
  events: events.join(', '),
  enabled,
})

export const deleteEndpoint = (ctx: Context, id: EndpointChange): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { url } = await lockEndpoint(tx, id)
    await tx.delete(webhookEndpoints).where(isEndpoint(id))
    await audit(tx, { event: 'webhook.deleted', organizationId: id.organizationId, subject: url })
  })

export async function readSecret(
  ctx: Context,
  { isConfirmed, ...id }: EndpointId & { isConfirmed: boolean },
): Promise<EndpointSecret> {
  const [endpoint] = await ctx.db
    .select({ secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .where(isEndpoint(id))
  if (!endpoint) throw new AppError('WEBHOOK_NOT_FOUND')
  if (!isConfirmed) throw new AppError('CONFIRMATION_REQUIRED')
  return { secret: await decryptSecret(ctx.settings, id.endpointId, endpoint.secret) }
}

export const rotateSecret = (
  ctx: Context,
  { isConfirmed, ...id }: EndpointChange & { isConfirmed: boolean },
): Promise<WebhookEndpoint & EndpointSecret> =>
  inTransaction(ctx, async (tx) => {
    const { url, secret: replaced, oldSecret, oldSecretUntil } = await lockEndpoint(tx, id)
    if (!isConfirmed) throw new AppError('CONFIRMATION_REQUIRED')
    const isOldInUse = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > ctx.now
    const secret = generateSecret()
    await tx
      .update(webhookEndpoints)
      .set({
        secret: await encryptSecret(ctx.settings, id.endpointId, secret),
        oldSecret: isOldInUse
          ? await addOldSecret(ctx.settings, id.endpointId, { oldSecret, secret: replaced })
          : replaced,
        oldSecretUntil: secondsFromNow(SECRET_OVERLAP_HOURS * 3_600),
      })
      .where(isEndpoint(id))
    await audit(tx, {
      event: 'webhook.secret_rotated',
      organizationId: id.organizationId,
      subject: url,
    })
    return { ...(await findEndpoint(tx, id)), secret }
  })

export const sendTestEvent = (ctx: Context, id: EndpointChange): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { live, disabledAt } = await lockEndpoint(tx, id)
    if (disabledAt) throw new AppError('WEBHOOK_DISABLED')
    const data = { endpointId: id.endpointId }
    await addEventWhere(tx, { type: TEST_EVENT, live, data }, isEndpoint(id))
  })

export type EndpointChange = EndpointId & { userId: number }

export async function lockEndpoint(tx: Transaction, id: EndpointChange) {
  await lockMembership(tx, id, { permission: 'manageWebhooks' })
  const [endpoint] = await tx.select().from(webhookEndpoints).where(isEndpoint(id)).for('update')
  if (!endpoint) throw new AppError('WEBHOOK_NOT_FOUND')
  return endpoint
}
