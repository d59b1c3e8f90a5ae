import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import type { Answer } from '#worker/validation/answer-with-key.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'

/** Loads Drizzle, which takes 30 ms. */
const loadAnswerLater = onceLoaded(() => import('./answer-later.ts'))

type Call = {
  input: ValidateRequest | AppError
  caller: Pick<Caller, 'organizationId' | 'tokenId' | 'tier'>
  address: string
}

/** With `async`, an answer that no register confirmed waits for one. */
export async function answerOrWait<Given extends Answer>(
  ctx: BaseContext,
  { input, caller, address }: Call,
  answer: Given,
): Promise<Given | ValidationResponse> {
  if (input instanceof AppError || answer instanceof AppError) return answer
  if (input.async === undefined || answer.result !== 'unconfirmed') return answer
  const { withDatabase } = await import('#worker/context.ts')
  const { answerLater } = await loadAnswerLater()
  const origin = { network: address, userAgent: undefined }
  return await answerLater(withDatabase(ctx, origin), { input, answer, caller })
}
