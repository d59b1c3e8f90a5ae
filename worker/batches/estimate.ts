import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { batches, batchPartitions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { readMeanSeconds } from '#worker/registers/metrics.ts'
import { limiterKeyOf, type Register } from '#worker/registers/register.ts'
import { limiterName, registerOfLimiter } from '#worker/registers/sources.ts'
import type { BatchEstimate, estimateSchema } from './contract.ts'
import { formatRow } from './format-row.ts'
import { callsPerSecond } from './pace.ts'
import { toRow } from './read-upload.ts'

const ENGINE_RATE = 1_000
const DEFAULT_CALL_SECONDS = 1

export type Queue = { own: readonly number[]; others: readonly number[] }

export type Speed = { rowsPerCall: number; callsPerSecond: number }

/** Seconds until the register has answered that many rows. Organizations take turns, and so do their batches. */
export function secondsFor(rows: number, { own, others }: Queue, speed: Speed): number {
  const callsFor = (count: number) => Math.ceil(count / speed.rowsPerCall)
  const sum = (counts: readonly number[], most: number) =>
    counts.reduce((total, count) => total + Math.min(most, callsFor(count)), 0)
  const calls = callsFor(rows)
  const ofOrganization = calls + sum(own, calls)
  return (ofOrganization + sum(others, ofOrganization)) / speed.callsPerSecond
}

export const engineSeconds = (rows: number): number => rows / ENGINE_RATE

export async function readSpeeds({ redis, now }: Context): Promise<(key: string) => Speed> {
  const meanSeconds = await readMeanSeconds(redis, now.getTime())
  return (key) => {
    const register: Pick<Register, 'limit' | 'lookUpMany'> = registerOfLimiter(key) ?? {
      limit: { concurrent: 1 },
    }
    return {
      rowsPerCall: register.lookUpMany?.max ?? 1,
      callsPerSecond: callsPerSecond(register.limit, meanSeconds(key) ?? DEFAULT_CALL_SECONDS),
    }
  }
}

export async function readQueues(
  { db }: Context,
  organizationId: string,
  keys: readonly string[],
): Promise<(key: string, except?: string) => Queue> {
  const isOwn = eq(batchPartitions.organizationId, organizationId)
  const ownBatch = sql<string | null>`case when ${isOwn} then ${batchPartitions.batchId} end`.as('own_batch')
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({
            register: batchPartitions.register,
            ownBatch,
            waiting: sql<number>`sum(${batchPartitions.waiting})`.mapWith(Number),
          })
          .from(batchPartitions)
          .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
          .where(
            and(
              inArray(batchPartitions.register, [...keys]),
              gt(batchPartitions.waiting, 0),
              eq(batches.state, 'processing'),
            ),
          )
          .groupBy(batchPartitions.register, batchPartitions.organizationId, sql`own_batch`)
  return (key, except) => {
    const ofRegister = rows.filter(
      ({ register, ownBatch }) => register === key && ownBatch !== (except ?? ''),
    )
    const counts = (isWanted: (ownBatch: string | null) => boolean) =>
      ofRegister.filter((row) => isWanted(row.ownBatch)).map(({ waiting }) => waiting)
    return { own: counts((batch) => batch !== null), others: counts((batch) => batch === null) }
  }
}

type Input = z.output<typeof estimateSchema>

export async function estimateBatch(
  ctx: Context,
  { items, deadlineHours }: Omit<Input, 'organizationId'>,
  { organizationId, canUseRegisters }: { organizationId: string; canUseRegisters: boolean },
): Promise<BatchEstimate> {
  const rowsByKey = new Map<string, number>()
  let rows = 0
  for (const item of items) {
    rows += item.rows
    const key = canUseRegisters ? limiterKeyOfItem(ctx, item) : undefined
    if (key) rowsByKey.set(key, (rowsByKey.get(key) ?? 0) + item.rows)
  }
  const keys = [...rowsByKey.keys()]
  const [speedOf, queueOf] = await Promise.all([readSpeeds(ctx), readQueues(ctx, organizationId, keys)])
  const after = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1_000).toISOString()
  const deadline = deadlineHours * 3_600
  const registers = keys
    .map((key) => {
      const count = rowsByKey.get(key) ?? 0
      const speed = speedOf(key)
      const { own, others } = queueOf(key)
      const seconds = Math.ceil(secondsFor(count, { own, others }, speed))
      return {
        id: key,
        name: limiterName(key),
        rows: count,
        rowsPerMinute: Math.round(speed.callsPerSecond * speed.rowsPerCall * 60 * 10) / 10,
        waiting: [...own, ...others].reduce((sum, waiting) => sum + waiting, 0),
        seconds,
        estimatedEndAt: after(seconds),
        rowsAfterDeadline: seconds > deadline ? Math.ceil((count * (seconds - deadline)) / seconds) : 0,
      }
    })
    .sort((one, other) => other.seconds - one.seconds)
  const seconds = Math.ceil(Math.max(engineSeconds(rows), ...registers.map((each) => each.seconds)))
  return {
    rows,
    rowsWithoutRegister: rows - registers.reduce((sum, each) => sum + each.rows, 0),
    registers,
    seconds,
    estimatedEndAt: after(seconds),
    deadlineAt: after(deadline),
  }
}

function limiterKeyOfItem({ settings, now }: Context, item: Input['items'][number]): string | undefined {
  const { rows: _, ...fields } = item
  const options = { live: true, id: '', source: true, fresh: false, maxAge: null, createdAt: now }
  const formatted = formatRow(toRow({ line: 1 }, fields), options, settings)
  return formatted.kind === 'look-up' ? limiterKeyOf(formatted.query) : undefined
}
