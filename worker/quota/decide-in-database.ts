import type { BaseContext } from '#worker/base-context.ts'
import type { Claim } from '#worker/idempotency/claim.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { sleep } from '#worker/lib/time.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import { type CountedCall, UNKNOWN_TOKENS } from './authorization.ts'
import { type Call, callAt, type Decision, refusalOf } from './call.ts'
import type { Found } from './count-statement.ts'
import { isKnownToken, rememberState, unknownTokens } from './known-quotas.ts'
import type { QuotaState } from './quota-state.ts'
import { refreshCache } from './refresh-cache.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms. */
const loadStatements = onceLoaded(() => import('./count-statement.ts'))

/** In milliseconds. A statement whose answer is lost may still be running. */
const TAKE_BACK_PAUSES = [2_000, 4_000]

/** With `at` if this machine's clock is behind: the start of the month. */
export type LoadedState = QuotaState & { at?: Date }

/** For what Redis doesn't know. Undefined for an unknown token. Throws PostgreSQL's error. */
export async function loadState(ctx: BaseContext, call: Call): Promise<LoadedState | undefined> {
  if (!isKnownToken(call) && unknownTokens.isUsedUp(call.address, UNKNOWN_TOKENS)) return undefined
  const { findToken } = await loadStatements()
  const found = await findToken(await ctx.hotDb(), call)
  if (!found) return undefined
  const remembered = remember(ctx, call, found)
  // Only calls of a paid organization are counted in Redis.
  if (found.organization.tier === 'FREE') ctx.waitUntil(remembered)
  else await remembered
  return { ...found, countedAt: Date.now() }
}

/** In this isolate and in Redis. */
async function remember(ctx: BaseContext, request: Call, { at, token, organization, used }: Found) {
  const call = callAt(request, at)
  rememberState(call, { token, organization, used, countedAt: Date.now() })
  const tokens = { [call.tokenHash]: token }
  await refreshCache(ctx, call, 'load', { used, organization, tokens }).catch(ifUnavailable(undefined))
}

/**
 * PostgreSQL counts and records the call in one statement. With an idempotency key, its claim is taken before that.
 * Undefined for an unknown token. Throws PostgreSQL's error.
 */
export async function decideInDatabase(
  ctx: BaseContext,
  call: Call,
  counted: CountedCall,
): Promise<Decision | undefined> {
  const { claim } = counted
  if (!claim) return await count(ctx, call, counted)
  const { findToken, takeClaim } = await loadStatements()
  const db = await ctx.hotDb()
  const stored = await takeClaim(db, claim, ctx.now)
  if (!stored) return await countOnce(ctx, call, counted, claim)
  const known = await findToken(db, call)
  return known && { ...known, refusal: refusalOf(known, call.permission), stored, finish: () => {} }
}

/** Counts a call that has claimed its idempotency key, which can be used again if the call fails. */
async function countOnce(ctx: BaseContext, call: Call, counted: CountedCall, claim: Claim) {
  const { deleteClaim, storeAnswer } = await loadStatements()
  const db = await ctx.hotDb()
  const unclaim = () => ctx.waitUntil(deleteClaim(db, claim))
  const decision = await count(ctx, call, counted).catch((error: unknown) => {
    unclaim()
    throw error
  })
  if (!decision || decision.refusal) unclaim()
  return (
    decision && {
      ...decision,
      finish: (isAnswered: boolean) => {
        decision.finish(isAnswered)
        if (!isAnswered) unclaim()
      },
      storeAnswer: (answer: string) => storeAnswer(db, claim, answer),
    }
  )
}

async function count(ctx: BaseContext, call: Call, counted: CountedCall): Promise<Decision | undefined> {
  const { countCall, takeBackCall } = await loadStatements()
  const db = await ctx.hotDb()
  const takeBack = () => takeBackCall(db, call.organizationId, counted)
  const found = await countCall(db, call, counted).catch((error: unknown) => {
    ctx.waitUntil(repeatedly(takeBack))
    throw error
  })
  if (!found) return undefined
  const { at, token, organization, isCounted } = found
  const refusal = refusalOf(found, call.permission) ?? (isCounted ? undefined : 'QUOTA')
  // Parallel calls may have used up the rest meanwhile.
  const used = refusal === 'QUOTA' ? Math.max(found.used, organization.monthlyLimit) : found.used
  ctx.waitUntil(remember(ctx, call, { ...found, used }))
  return {
    at,
    token,
    organization,
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
