import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { apiTokens, tokenMonths } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { RecordedCall } from './recorded-call.ts'

const LAST_USED_PRECISION_MS = 60_000

/** Skips tokens that the organization doesn't have. Locks a token before its months, as its deletion does. */
export async function noteUses(
  tx: Transaction,
  organizationId: string,
  calls: readonly RecordedCall[],
): Promise<void> {
  const byToken = Map.groupBy(calls, (call) => call.tokenId ?? 0)
  const tokens = await tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(inArray(apiTokens.id, [...byToken.keys()]), eq(apiTokens.organizationId, organizationId)))
    .orderBy(apiTokens.id)
    .for('no key update')
  for (const { id: tokenId } of tokens) {
    const own = byToken.get(tokenId) ?? []
    await addToMonths(tx, tokenId, own)
    const [last] = own.filter(isUse).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    if (last) await setLastUsed(tx, tokenId, last)
  }
}

const isUse = ({ statusCode, fromDashboard }: RecordedCall) => statusCode < 400 && !fromDashboard

async function addToMonths(tx: Transaction, tokenId: number, calls: readonly RecordedCall[]): Promise<void> {
  for (const [month, own] of Map.groupBy(calls, ({ at }) => `${at.slice(0, 7)}-01`)) {
    const spent = own.reduce((sum, call) => sum + call.spent, 0)
    if (spent === 0) continue
    await tx
      .insert(tokenMonths)
      .values({ tokenId, month, spent })
      .onConflictDoUpdate({
        target: [tokenMonths.tokenId, tokenMonths.month],
        set: { spent: sql`${tokenMonths.spent} + excluded.spent` },
      })
  }
}

async function setLastUsed(
  tx: Transaction,
  tokenId: number,
  { at, callerCountry = null }: RecordedCall,
): Promise<void> {
  const { id, lastUsedAt } = apiTokens
  const usedAt = new Date(at)
  const isStale = or(isNull(lastUsedAt), lt(lastUsedAt, new Date(usedAt.getTime() - LAST_USED_PRECISION_MS)))
  await tx
    .update(apiTokens)
    .set({ lastUsedAt: usedAt, lastUsedCountry: callerCountry })
    .where(and(eq(id, tokenId), isStale))
}

/** Of calls that are taken back. `month` is like `2026-11`. */
export async function returnSpent(
  tx: Transaction,
  { tokenId, month, calls }: { tokenId: number | null; month: string; calls: number },
): Promise<void> {
  const own = and(eq(tokenMonths.tokenId, tokenId ?? 0), eq(tokenMonths.month, `${month}-01`))
  await tx.delete(tokenMonths).where(and(own, lte(tokenMonths.spent, calls)))
  await tx
    .update(tokenMonths)
    .set({ spent: sql`${tokenMonths.spent} - ${calls}::int` })
    .where(and(own, gt(tokenMonths.spent, calls)))
}
