import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { activityDays, apiActivities } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'
import { addToCharts } from './add-to-charts.ts'
import type { RecordedCall } from './recorded-call.ts'

/** Refused calls cost nothing, so only the first ones of an organization's day get a row. The charts count all. */
export const MAX_LISTED_REFUSALS = 1_000

/** `isCounted`: the quota counted it before the answer, as one call. */
export type WrittenCall = RecordedCall & { isCounted: boolean }

export async function insertNewCalls(
  tx: Transaction,
  organizationId: string,
  calls: readonly RecordedCall[],
): Promise<WrittenCall[]> {
  const { listed, unlisted } = await splitCalls(tx, organizationId, calls)
  const written = await insertRows(tx, listed)
  await addToCharts(tx, [...written, ...unlisted].flatMap(toCharted))
  return written
}

/** Without a row, nothing tells a second delivery from the first one: it counts again. */
async function splitCalls(tx: Transaction, organizationId: string, calls: readonly RecordedCall[]) {
  const refused = calls.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return { listed: calls, unlisted: [] }
  const { day, outcome, calls: count } = activityDays
  const own = and(eq(activityDays.organizationId, organizationId), eq(outcome, 'refused'))
  const days = await tx
    .select({ day, count })
    .from(activityDays)
    .where(and(own, inArray(day, refused.map(dayOf))))
  const counts = new Map(days.map((each) => [each.day, each.count]))
  const { listed = [], unlisted = [] } = Object.groupBy(calls, (call) => {
    if (call.outcome !== 'refused') return 'listed'
    const before = counts.get(dayOf(call)) ?? 0
    counts.set(dayOf(call), before + 1)
    return before < MAX_LISTED_REFUSALS ? 'listed' : 'unlisted'
  })
  // A row of the charts for each country would be one for nearly each call.
  return { listed, unlisted: unlisted.map((call) => ({ ...call, country: null })) }
}

const dayOf = ({ at }: RecordedCall) => at.slice(0, 10)

/** A row without a response time was counted before the answer, as one call, and gets its outcome now. */
async function insertRows(tx: Transaction, calls: readonly RecordedCall[]): Promise<WrittenCall[]> {
  if (calls.length === 0) return []
  const byId = new Map(calls.map((call) => [call.requestId, call]))
  const rows = await tx
    .insert(apiActivities)
    .values([...byId.values()].map(({ at, ...call }) => ({ ...call, timestamp: new Date(at) })))
    .onConflictDoUpdate({
      target: apiActivities.requestId,
      set: outcomeColumns,
      setWhere: isNull(apiActivities.responseTime),
    })
    .returning({ requestId: apiActivities.requestId, isCounted: sql<boolean>`xmax <> 0` })
  return rows.flatMap(({ requestId, isCounted }) => {
    const call = byId.get(requestId)
    return call ? [{ ...call, isCounted }] : []
  })
}

const outcomeColumns = {
  tokenId: sql`excluded.token_id`,
  statusCode: sql`excluded.status_code`,
  outcome: sql`excluded.outcome`,
  responseTime: sql`excluded.response_time`,
  quotaTime: sql`excluded.quota_time`,
  registerTime: sql`excluded.register_time`,
  errorCode: sql`excluded.error_code`,
  numberHash: sql`excluded.number_hash`,
  spent: sql`excluded.spent`,
}

/** A batch counts its rows when they have an answer. */
const toCharted = ({ organizationId, tokenId, country, outcome, rows, at }: RecordedCall) =>
  rows !== undefined || outcome === null
    ? []
    : [{ organizationId, tokenId, country, outcome, at: new Date(at) }]
