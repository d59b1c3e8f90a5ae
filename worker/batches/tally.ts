import { eq, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import { activityDays, activityHours, batches } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { addToHours } from '#worker/activity/add-hours.ts'
import type { Outcome } from '#worker/activity/contract.ts'
import type { Context } from '#worker/context.ts'
import { type BatchResult, RETRY_DAYS, type RowVerdict } from './contract.ts'
import { isWorking, retentionEnd } from './state.ts'

type CountryCalls = { country: string | null; outcome: Outcome; calls: number }

/** Rows that got a result. `retryable` ones are unknown because a register didn't answer. */
export type Tally = Record<RowVerdict | 'rows' | 'cost' | 'retryable', number> & { calls: CountryCalls[] }

const outcomeOf = (verdict: RowVerdict): Outcome => (verdict === 'unreadable' ? 'refused' : verdict)

export function tallyOf(
  settled: readonly { result: BatchResult; cost: number; isRetryable?: boolean }[],
): Tally {
  const tally = { rows: 0, cost: 0, retryable: 0, valid: 0, invalid: 0, unknown: 0, unreadable: 0 }
  const calls = new Map<string, CountryCalls>()
  for (const { result, cost, isRetryable } of settled) {
    tally.rows++
    tally.cost += cost
    tally[result.verdict]++
    if (isRetryable) tally.retryable++
    const { countryCode: country } = result
    const outcome = outcomeOf(result.verdict)
    const key = `${country} ${outcome}`
    calls.set(key, { country, outcome, calls: (calls.get(key)?.calls ?? 0) + 1 })
  }
  return { ...tally, calls: [...calls.values()] }
}

/** The first CTE of a statement that settles rows: every change of a batch locks it before its parts. */
export const lockWorking = ({ db }: Context, batchId: string) =>
  db.$with('working').as(
    db
      .select({ id: batches.id })
      .from(batches)
      .where(sql`${eq(batches.id, batchId)} and ${isWorking}`)
      .for('no key update'),
  )

/**
 * CTEs that count rows once for each row of `part`, the guarded update of the chunk or lookups that settled them. The
 * batch is completed with its last row. Retried rows are already paid for and in the chart.
 */
export function countRows(
  { db }: Context,
  batchId: string,
  part: WithSubquery,
  { round, ...tally }: Tally & { round: number },
) {
  const isLast = sql`${batches.pendingCount} = ${tally.rows}::int`
  const ifLast = (value: SQL, otherwise: SQL) => sql`case when ${isLast} then ${value} else ${otherwise} end`
  const counted = db.$with('counted').as(
    db
      .update(batches)
      .set({
        state: ifLast(sql`'completed'`, sql`${batches.state}`),
        pendingCount: sql`${batches.pendingCount} - ${tally.rows}::int`,
        pendingCost: sql`${batches.pendingCost} - ${round === 0 ? tally.cost : 0}::int`,
        validCount: sql`${batches.validCount} + ${tally.valid}::int`,
        invalidCount: sql`${batches.invalidCount} + ${tally.invalid}::int`,
        unknownCount: sql`${batches.unknownCount} + ${tally.unknown}::int`,
        unreadableCount: sql`${batches.unreadableCount} + ${tally.unreadable}::int`,
        retryableCount: sql`${batches.retryableCount} + ${tally.retryable}::int`,
        completedAt: ifLast(now, sql`${batches.completedAt}`),
        retryUntil: ifLast(
          sql`coalesce(${batches.retryUntil}, case when ${batches.retryableCount} + ${tally.retryable}::int > 0 then now() + make_interval(days => ${RETRY_DAYS}) end)`,
          sql`${batches.retryUntil}`,
        ),
        deleteAt: ifLast(retentionEnd, sql`${batches.deleteAt}`),
      })
      .where(sql`${eq(batches.id, batchId)} and ${isWorking} and exists (select 1 from ${part})`)
      .returning({
        organizationId: batches.organizationId,
        tokenId: batches.tokenId,
        state: batches.state,
        live: batches.live,
      }),
  )
  const call = sql`jsonb_to_recordset(${JSON.stringify(tally.calls)}::jsonb) as call(country text, outcome text, calls integer)`
  const isCounted = sql`${round}::int = 0 and ${counted.live}`
  const days = db.$with('days').as(
    db
      .insert(activityDays)
      .select(sql`
        select ${counted.organizationId}, (now() at time zone 'UTC')::date, outcome, sum(calls)
          from ${counted}, ${call}
         where ${isCounted} group by 1, 2, 3 order by outcome`)
      .onConflictDoUpdate({
        target: [activityDays.organizationId, activityDays.day, activityDays.outcome],
        set: { calls: sql`${activityDays.calls} + excluded.calls` },
      }),
  )
  const hours = db.$with('hours').as(
    db
      .insert(activityHours)
      .select(sql`
        select ${counted.organizationId}, date_trunc('hour', now(), 'UTC'), ${counted.tokenId}, country, outcome, calls
          from ${counted}, ${call}
         where ${isCounted} order by country, outcome`)
      .onConflictDoUpdate(addToHours),
  )
  return { counted, days, hours }
}
