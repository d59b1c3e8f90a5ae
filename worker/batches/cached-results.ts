import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { once } from '#worker/lib/once.ts'
import { answerKey, decodeAnswer, isFreshEnough } from '#worker/registers/cached-answer.ts'
import { requestOf } from '#worker/registers/requester.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { BatchResult } from './contract.ts'
import { type FormattedRow, toLookedUpResult } from './format-row.ts'

const cachedTexts = once(() => z.array(z.string().nullable()))

export async function readCachedResults(
  { redis, settings, now: at }: Context,
  rows: readonly ({ place: number } & FormattedRow)[],
  vatNumber: string | null,
): Promise<Map<number, BatchResult>> {
  const results = new Map<number, BatchResult>()
  const lookUps = rows.filter((row) => row.kind === 'look-up')
  if (lookUps.length === 0) return results
  const keys = await Promise.all(lookUps.map(({ query }) => answerKey(settings, requestOf(query, vatNumber))))
  const texts = await redis.run(cachedTexts(), (client) => client.mget(...keys)).catch(ifUnavailable([]))
  for (const [index, lookUp] of lookUps.entries()) {
    const cached = decodeAnswer(texts[index])
    if (!cached || !isFreshEnough(cached, lookUp.query.oldest, Date.now())) continue
    results.set(lookUp.place, toLookedUpResult(lookUp, { cached, isStale: false, failures: [] }, at))
  }
  return results
}
