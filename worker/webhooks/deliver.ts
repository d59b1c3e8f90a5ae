import { and, asc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import {
  events,
  organizations,
  type WebhookAttempt,
  webhookDeliveries,
  webhookEndpoints,
} from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { postWebhook } from '#worker/services/webhook-receiver.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { failsWebhook } from '#worker/validation/sandbox/contract.ts'
import { MAX_TRIES, RETRY_PAUSE_SECONDS, TIMEOUT_SECONDS } from './contract.ts'
import { enqueueEndpoints } from './enqueue.ts'
import { updateHealth } from './health.ts'
import { toEvent } from './list-events.ts'
import { decryptSecret, separateSecrets } from './secret.ts'

/** An endpoint that hangs holds up its consumer for one slice. */
const MESSAGE_TIME_MS = 3_000
const SIMULATED_FAILURES = 2
const simulatedFailure = { status: 500, error: null, response: 'Simulated by the sandbox' }
const SLICE_SIZE = 5
/** Longer than a slice takes. */
const LEASE_SECONDS = 30

export async function deliverTo(ctx: Context, endpointId: string): Promise<void> {
  const end = Date.now() + MESSAGE_TIME_MS
  while (Date.now() < end) {
    const slice = await claimSlice(ctx, endpointId)
    if (!slice) break
    const attempts = await Promise.all(slice.deliveries.map((delivery) => attempt(ctx, slice, delivery)))
    await recordAttempts(ctx, slice, attempts)
  }
  const seconds = await secondsUntilDue(ctx, endpointId)
  if (seconds !== undefined) await enqueueEndpoints(ctx, [endpointId], Math.max(0, Math.ceil(seconds)))
}

const isFree = and(
  isNull(webhookEndpoints.disabledAt),
  or(isNull(webhookEndpoints.leaseUntil), lt(webhookEndpoints.leaseUntil, now)),
  eq(organizations.status, 'ACTIVE'),
)

/** The longest due one of each organization first, then their second ones, so that none holds up the others. */
export async function findDueEndpoints({ db }: Context, limit: number): Promise<string[]> {
  const dueAt = sql`min(${webhookDeliveries.nextTryAt})`
  const place = sql`row_number() over (partition by ${webhookEndpoints.organizationId} order by ${dueAt})`
  const due = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(organizations, eq(organizations.id, webhookEndpoints.organizationId))
    .where(and(isFree, lte(webhookDeliveries.nextTryAt, now)))
    .groupBy(webhookEndpoints.id)
    .orderBy(place, dueAt)
    .limit(limit)
  return due.map(({ id }) => id)
}

async function secondsUntilDue({ db }: Context, endpointId: string): Promise<number | undefined> {
  const [next] = await db
    .select({
      seconds: sql<number | null>`extract(epoch from min(${webhookDeliveries.nextTryAt}) - now())::float`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(organizations, eq(organizations.id, webhookEndpoints.organizationId))
    .where(and(eq(webhookEndpoints.id, endpointId), isFree, isNotNull(webhookDeliveries.nextTryAt)))
  return next?.seconds ?? undefined
}

type Endpoint = typeof webhookEndpoints.$inferSelect
type Due = { id: number; tries: number; attempted: number; event: typeof events.$inferSelect }
type Slice = { endpoint: Endpoint; secrets: string[]; deliveries: Due[] }

/**
 * Counts each try and schedules the next one before the request, so that a killed Worker repeats or forgets none. Throws before
 * that if the key of a secret is gone, so that deliveries wait for it.
 */
const claimSlice = (ctx: Context, endpointId: string): Promise<Slice | undefined> =>
  inTransaction(ctx, async (tx) => {
    const [found] = await tx
      .select({ endpoint: webhookEndpoints })
      .from(webhookEndpoints)
      .innerJoin(organizations, eq(organizations.id, webhookEndpoints.organizationId))
      .where(and(eq(webhookEndpoints.id, endpointId), isFree))
      .for('update', { of: webhookEndpoints, skipLocked: true })
    if (!found) return undefined
    const due = await tx
      .select({
        id: webhookDeliveries.id,
        tries: webhookDeliveries.tries,
        attempted: sql<number>`jsonb_array_length(${webhookDeliveries.attempts})`,
        event: events,
      })
      .from(webhookDeliveries)
      .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
      .where(and(eq(webhookDeliveries.endpointId, endpointId), lte(webhookDeliveries.nextTryAt, now)))
      .orderBy(asc(webhookDeliveries.nextTryAt), asc(webhookDeliveries.id))
      .limit(SLICE_SIZE)
    if (due.length === 0) return undefined
    const secrets = await secretsOf(ctx, found.endpoint)
    for (const { id, tries } of due)
      await tx
        .update(webhookDeliveries)
        .set(
          tries < MAX_TRIES
            ? { tries: tries + 1, nextTryAt: secondsFromNow(RETRY_PAUSE_SECONDS[tries] ?? LEASE_SECONDS) }
            : { state: 'failed', nextTryAt: null },
        )
        .where(eq(webhookDeliveries.id, id))
    await tx
      .update(webhookEndpoints)
      .set({ leaseUntil: secondsFromNow(LEASE_SECONDS) })
      .where(eq(webhookEndpoints.id, endpointId))
    const deliveries = due.filter(({ tries }) => tries < MAX_TRIES)
    return {
      endpoint: found.endpoint,
      secrets,
      deliveries: deliveries.map((each) => ({ ...each, tries: each.tries + 1 })),
    }
  })

async function secretsOf(
  { settings, now: at }: Context,
  { id, secret, oldSecret, oldSecretUntil }: Endpoint,
): Promise<string[]> {
  const encrypted = oldSecret && oldSecretUntil && oldSecretUntil > at ? [secret, oldSecret] : [secret]
  const decrypted = await Promise.all(encrypted.map((each) => decryptSecret(settings, id, each)))
  return decrypted.flatMap(separateSecrets)
}

type Attempted = { delivery: Due; attempt: WebhookAttempt }

async function attempt(
  ctx: Context,
  { endpoint: { url }, secrets }: Slice,
  delivery: Due,
): Promise<Attempted> {
  const start = Date.now()
  const outcome = isSimulated(delivery)
    ? simulatedFailure
    : await postWebhook(ctx.settings, {
        url,
        id: delivery.event.id,
        body: JSON.stringify(toEvent(delivery.event)),
        secrets,
        timeoutMs: TIMEOUT_SECONDS * 1_000,
      })
  const attempt = { at: new Date(start).toISOString(), ...outcome, milliseconds: Date.now() - start }
  return { delivery, attempt }
}

const isSimulated = ({ event, attempted }: Due) =>
  !event.live && event.data.sandbox === failsWebhook.sandbox && attempted < SIMULATED_FAILURES

const isSuccess = ({ status }: WebhookAttempt) => status !== null && status >= 200 && status < 300

const recordAttempts = (ctx: Context, { endpoint }: Slice, attempted: readonly Attempted[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.update(webhookEndpoints).set({ leaseUntil: null }).where(eq(webhookEndpoints.id, endpoint.id))
    for (const each of attempted) await recordAttempt(tx, each)
    const attempts = attempted.filter(({ delivery }) => !isSimulated(delivery)).map(({ attempt }) => attempt)
    await updateHealth(tx, endpoint, {
      hasSucceeded: attempts.some(isSuccess),
      hasFailed: attempts.some((each) => !isSuccess(each)),
      isGone: attempts.some(({ status }) => status === 410),
    })
  })

async function recordAttempt(tx: Transaction, { delivery, attempt }: Attempted): Promise<void> {
  const isDelivery = eq(webhookDeliveries.id, delivery.id)
  await tx
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} || ${JSON.stringify(attempt)}::jsonb` })
    .where(isDelivery)
  const isLast = delivery.tries >= (isSimulated(delivery) ? SIMULATED_FAILURES : MAX_TRIES)
  if (!isSuccess(attempt) && !isLast) return
  // Unless it was replayed or ended meanwhile.
  const isCurrent = and(eq(webhookDeliveries.tries, delivery.tries), eq(webhookDeliveries.state, 'pending'))
  await tx
    .update(webhookDeliveries)
    .set({ state: isSuccess(attempt) ? 'delivered' : 'failed', nextTryAt: null })
    .where(and(isDelivery, isCurrent))
}
