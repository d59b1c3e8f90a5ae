import type { BaseContext } from '#worker/base-context.ts'
import { sleep } from '#worker/lib/time.ts'
import { type Call, type Count, type CountedCall, refusalOf } from './authorization.ts'
import { loadStatements, rememberFound } from './load-state.ts'

/** In milliseconds. A statement whose answer is lost may still be running. */
const TAKE_BACK_PAUSES = [2_000, 4_000]

/** PostgreSQL counts and records the call in one statement. Throws its error. */
export async function countInDatabase(ctx: BaseContext, call: Call, counted: CountedCall): Promise<Count> {
  const { countCall, takeBackCall } = await loadStatements()
  const db = await ctx.hotDb()
  const takeBack = () => takeBackCall(db, call.organizationId, counted)
  const found = await countCall(db, call, counted).catch((error: unknown) => {
    ctx.waitUntil(repeatedly(takeBack))
    throw error
  })
  if (!found) return { at: call.at, used: 0, refusal: 'UNKNOWN_TOKEN', finish() {} }
  const { at, organization, isCounted } = found
  const refusal = refusalOf(found, { ...call, at }) ?? (isCounted ? undefined : 'QUOTA')
  // Parallel calls may have used up the rest meanwhile.
  const used = refusal === 'QUOTA' ? Math.max(found.used, organization.monthlyLimit) : found.used
  ctx.waitUntil(rememberFound(ctx, call, { ...found, used }).cached)
  return {
    at,
    used,
    refusal,
    finish: (isAnswered) => {
      if (isCounted && !isAnswered) ctx.waitUntil(takeBack())
    },
  }
}

async function repeatedly(work: () => Promise<unknown>): Promise<void> {
  for (const pause of TAKE_BACK_PAUSES) {
    await sleep(pause)
    await work().catch(() => {})
  }
}
