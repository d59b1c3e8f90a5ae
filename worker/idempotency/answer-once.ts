import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { isOutage } from '#worker/lib/outage.ts'
import { encryptAnswer, type IdempotentCall, replayOf, type StoredAnswer } from './idempotent-call.ts'

type Once<Answer> = {
  /** `earlier` was stored and isn't replayed. */
  work: (earlier?: StoredAnswer) => Promise<Answer>
  toStored: (answer: Answer) => Promise<StoredAnswer | undefined>
  replay: (stored: StoredAnswer) => Answer | undefined
}

const loadClaims = onceLoaded(() => import('./claim-in-database.ts'))

/** While PostgreSQL is down, nothing is claimed, and `work` runs again for a repeated call, with the same request ID. */
export async function answerOnce<Answer>(
  { hotDb, now, requestId, waitUntil }: BaseContext,
  call: IdempotentCall,
  { work, toStored, replay }: Once<Answer>,
): Promise<Answer> {
  const { deleteClaim, storeAnswer, takeClaim } = await loadClaims()
  const db = await hotDb()
  const claimed = await takeClaim(db, call.claim, now).catch((error: unknown) => {
    if (isOutage(error)) return null
    throw error
  })
  if (claimed === null) return await work()
  const earlier = claimed && (await replayOf(call, claimed))
  const replayed = earlier && replay(earlier)
  if (replayed) return replayed
  const release = async () => {
    if (earlier) return
    await deleteClaim(db, call.claim).catch((error: unknown) =>
      logError('free an idempotency key', error, requestId),
    )
  }
  const answer = await work(earlier).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const stored = await toStored(answer)
  if (stored) waitUntil(encryptAnswer(call, stored).then((text) => storeAnswer(db, call.claim, text)))
  else await release()
  return answer
}
