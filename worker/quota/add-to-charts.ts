import { sql } from 'drizzle-orm'
import { activityDays, activityHours } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'

type ChartedCall = {
  organizationId: string
  tokenId: number | null
  country: string | null
  outcome: typeof activityDays.$inferSelect.outcome
  at: Date
}

/** In one order, so that parallel transactions don't deadlock. */
export async function addToCharts(tx: Transaction, calls: readonly ChartedCall[]): Promise<void> {
  if (calls.length === 0) return
  const days = countBy(calls, ({ organizationId, outcome, at }) => ({
    organizationId,
    day: at.toISOString().slice(0, 10),
    outcome,
  }))
  await tx
    .insert(activityDays)
    .values(days)
    .onConflictDoUpdate({
      target: [activityDays.organizationId, activityDays.day, activityDays.outcome],
      set: { calls: sql`${activityDays.calls} + excluded.calls` },
    })
  const hours = countBy(calls, ({ at, ...call }) => ({ ...call, hour: new Date(at).setUTCMinutes(0, 0, 0) }))
  const { organizationId, hour, tokenId, country, outcome } = activityHours
  await tx
    .insert(activityHours)
    .values(hours.map((count) => ({ ...count, hour: new Date(count.hour) })))
    .onConflictDoUpdate({
      target: [organizationId, hour, tokenId, country, outcome],
      set: { calls: sql`${activityHours.calls} + excluded.calls` },
    })
}

function countBy<Key extends object>(
  calls: readonly ChartedCall[],
  keyOf: (call: ChartedCall) => Key,
): (Key & { calls: number })[] {
  const groups = Map.groupBy(calls.map(keyOf), (key) => JSON.stringify(key))
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [key, ...others]]) => (key ? [{ ...key, calls: others.length + 1 }] : []))
}
