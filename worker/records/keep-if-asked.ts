import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import type { Answer } from '#worker/validation/answer-with-key.ts'
import type { ValidateRequest } from '#worker/validation/contract.ts'

/** Loads Drizzle, which takes 30 ms. */
const loadKeep = onceLoaded(() => import('./keep.ts'))

type Call = { input: ValidateRequest | AppError; caller: Caller }

/** The organization's setting is for live calls. */
export async function keepIfAsked(
  ctx: BaseContext,
  { input, caller }: Call,
  answer: Answer,
): Promise<Answer> {
  if (answer instanceof AppError || input instanceof AppError) return answer
  if (!(input.record ?? (answer.live && caller.keepsRecords))) return answer
  const { withDatabase } = await import('#worker/context.ts')
  const { keepRecord } = await loadKeep()
  return await keepRecord(withDatabase(ctx), { request: input, response: answer, owner: caller })
}
