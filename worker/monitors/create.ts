import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { monitors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import { checkMonitorsSoon } from '#worker/batches/enqueue.ts'
import type { Context } from '#worker/context.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { enforceRateLimit } from '#worker/rate-limits.ts'
import { limiterKeyOf } from '#worker/registers/register.ts'
import type { Kind } from '#worker/tin/types.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { toRegisterQuery } from '#worker/validation/check-source.ts'
import {
  dailyMonitorChangeLimits,
  MAX_TEST_MONITORS,
  type Monitor,
  type MonitorInterval,
  monitorLimits,
} from './contract.ts'
import { describeMonitor, findMonitor, readTier } from './list.ts'
import { type Details, encryptFor, numberHashes, searchOf } from './secrets.ts'

export type Creator = { organizationId: string; live: boolean; createdBy: number | null }
type MonitoredNumber = Details & { countryCode: string }
export type NewNumber = MonitoredNumber & { kind?: Kind | undefined }

export async function createMonitor(
  ctx: Context,
  creator: Creator,
  { every, ...number }: NewNumber & { every: MonitorInterval },
): Promise<Monitor> {
  const inspected = await inspectNumber(ctx, creator, number)
  const values = await newMonitor(ctx, creator, { ...inspected, every })
  return await inTransaction(ctx, async (tx) => {
    await lockChanger(tx, { ...creator, userId: creator.createdBy })
    const { count, limit } = await readLimit(tx, creator)
    const [existing] = await tx
      .select({ id: monitors.id })
      .from(monitors)
      .where(hasNumber(creator, inspected.hashes))
    if (existing) throw new AppError('MONITOR_EXISTS', { fields: { monitorId: existing.id } })
    if (count >= limit) throw limitReached(limit)
    await tx.insert(monitors).values(values)
    checkMonitorsSoon(tx)
    const { organizationId } = creator
    await limitChanges(tx, organizationId)
    await audit(tx, {
      event: 'monitor.created',
      organizationId,
      subject: values.id,
      after: { every, live: creator.live },
    })
    return await describeMonitor(ctx, await findMonitor(tx, { organizationId, monitorId: values.id }))
  })
}

/** New monitors are checked for free, and audit entries are kept for years. Throws RATE_LIMITED. */
export async function limitChanges(tx: Transaction, organizationId: string, cost = 1): Promise<void> {
  const tier = await readTier(tx, organizationId)
  const limit = {
    name: `monitor-changes-${tier}`,
    calls: dailyMonitorChangeLimits[tier],
    seconds: 86_400,
    cost,
  }
  await enforceRateLimit(tx.ctx, limit, organizationId)
}

export const hasNumber = ({ organizationId, live }: Creator, hashes: readonly string[]): SQL | undefined =>
  and(
    eq(monitors.organizationId, organizationId),
    eq(monitors.live, live),
    sql`${monitors.numberHash} = any(${sql.param(hashes)}::text[])`,
  )

export const limitReached = (limit: number) =>
  new AppError('MONITOR_LIMIT_REACHED', {
    message: `Your plan allows ${limit.toLocaleString('en-US')} monitors. Delete one first.`,
    fields: { limit },
  })

export async function readLimit(
  db: Queries,
  { organizationId, live }: Pick<Creator, 'organizationId' | 'live'>,
  where?: SQL,
): Promise<{ count: number; limit: number }> {
  const tier = await readTier(db, organizationId)
  const count = await db.$count(
    monitors,
    and(eq(monitors.organizationId, organizationId), eq(monitors.live, live), where),
  )
  return { count, limit: live ? monitorLimits[tier] : MAX_TEST_MONITORS }
}

export type Inspected = { number: MonitoredNumber; register: string | null; hashes: readonly string[] }

/** A number with a kind is monitored as the type that it is valid as. Throws INVALID_INPUT if it isn't valid. */
export async function inspectNumber(
  ctx: Context,
  { organizationId }: Creator,
  { kind, ...number }: NewNumber,
): Promise<Inspected> {
  const { settings, now: at, requestId } = ctx
  const { countryCode, tin, type } = number
  const input = { countryCode, tin, ...(type && { type }), ...(kind && { kind }) }
  const response = checkFormat(input, requestId, at)
  const { type: identifier, compact } = response.additionalInfo
  if (!identifier || !compact) throw invalidField('tin', response.reason)
  const query = toRegisterQuery(input, response, settings, at.getTime())
  const hashes = await numberHashes(ctx, { organizationId, identifier, compact })
  const monitored = kind ? { ...number, type: identifier } : number
  return { number: monitored, register: query ? limiterKeyOf(query) : null, hashes }
}

/** The checks of an hour share a batch. */
const HOURS_OF_LONGEST_INTERVAL = 30 * 24

export async function newMonitor(
  ctx: Context,
  creator: Creator,
  { number, register, hashes, every }: Inspected & { every: MonitorInterval },
) {
  const { countryCode, ...details } = number
  const id = `monitor_${randomBase62(22)}`
  const [numberHash = ''] = hashes
  return {
    ...creator,
    id,
    countryCode,
    register,
    numberHash,
    details: await encryptFor(ctx, id, details),
    search: searchOf(ctx, { ...creator, countryCode }, details),
    every,
    phase: Math.floor(Math.random() * HOURS_OF_LONGEST_INTERVAL) * 60,
    nextCheckAt: now,
  }
}
