import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { encryptAnswer, type IdempotentCall, replayOf, type StoredAnswer } from './idempotent-call.ts'

type Once<Answer> = {
  work: () => Promise<Answer>
  toStored: (answer: Answer) => Promise<StoredAnswer | undefined>
  replay: (stored: StoredAnswer) => Answer
}

/** Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE: for a minute also if the first call's Worker was killed. */
export async function answerOnce<Answer>(
  { hotDb, now, requestId }: BaseContext,
  call: IdempotentCall,
  { work, toStored, replay }: Once<Answer>,
): Promise<Answer> {
  // Loads Drizzle, which takes 30 ms.
  const { deleteClaim, storeAnswer, takeClaim } = await import('./claim-in-database.ts')
  const db = await hotDb()
  const claimed = await takeClaim(db, call.claim, now)
  if (claimed) return replay(await replayOf(call, claimed))
  const answer = await work().catch(async (error: unknown) => {
    await deleteClaim(db, call.claim)
    throw error
  })
  const stored = await toStored(answer)
  if (!stored) await deleteClaim(db, call.claim)
  else {
    try {
      await storeAnswer(db, call.claim, await encryptAnswer(call, stored))
    } catch (error) {
      // What the call created exists, so its answer must not fail.
      logError('store an answer', error, requestId)
    }
  }
  return answer
}
