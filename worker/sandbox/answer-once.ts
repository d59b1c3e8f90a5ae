import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { deleteClaim, storeAnswer, takeClaim } from '#worker/idempotency/claim-in-database.ts'
import { encryptAnswer, type IdempotentCall, replayOf } from '#worker/idempotency/idempotent-call.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { SandboxAnswer } from './answer.ts'

/** A repeated call gets the stored answer. An error stores nothing. */
export async function answerOnce(
  ctx: BaseContext,
  call: IdempotentCall,
  work: () => SandboxAnswer,
): Promise<SandboxAnswer & { isReplayed?: true }> {
  const db = await ctx.hotDb()
  try {
    const stored = await takeClaim(db, call.claim, ctx.now)
    if (stored) return { answer: parseAnswer((await replayOf(call, stored)).json), isReplayed: true }
  } catch (error) {
    if (error instanceof AppError) return { answer: error }
    throw error
  }
  const answered = work()
  if (answered.answer instanceof AppError) await deleteClaim(db, call.claim)
  else {
    const stored = { status: 200, json: JSON.stringify(answered.answer) }
    await storeAnswer(db, call.claim, await encryptAnswer(call, stored))
  }
  return answered
}

/** Not validated, because the encryption proves that `answerOnce` wrote it. */
const parseAnswer = (json: string): ValidationResponse => JSON.parse(json)
