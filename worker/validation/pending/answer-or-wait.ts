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
  referenceId: string
  /** A repeated call gets the validation that the first one started. */
  isRecorded: boolean
}

/** With `async`, an answer that no register confirmed waits for one. */
export async function answerOrWait<Given extends Answer>(
  ctx: BaseContext,
  { input, isRecorded, referenceId, ...call }: Call,
  look: () => Promise<Given>,
): Promise<Given | ValidationResponse> {
  const isAsync = !(input instanceof AppError) && input.async !== undefined
  if (!isAsync) return await look()
  const { answerLater, findAnswer } = await loadAnswerLater()
  const { organizationId } = call.caller
  const known = isRecorded && (await findAnswer(ctx, { organizationId, requestId: referenceId }))
  if (known) return known
  const answer = await look()
  if (answer instanceof AppError || answer.result !== 'unconfirmed') return answer
  return await answerLater(ctx, { ...call, input, answer })
}
