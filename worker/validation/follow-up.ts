import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import type { Answer } from './answer-with-key.ts'
import type { ValidateRequest } from './contract.ts'

const loadContext = onceLoaded(() => import('#worker/context.ts'))
const loadAnswerLater = onceLoaded(() => import('#worker/batches/pending/answer-later.ts'))
const loadKeep = onceLoaded(() => import('#worker/records/keep.ts'))

type Call = { input: ValidateRequest | AppError; caller: Caller; clientNetwork: string }

/** With `async`, an answer that no register confirmed waits for one. With `record`, a record of the answer is kept. */
export async function followUp(
  base: BaseContext,
  { input, caller, clientNetwork }: Call,
  answer: Answer,
): Promise<Answer> {
  if (input instanceof AppError || answer instanceof AppError) return answer
  const waits = input.async !== undefined && answer.result === 'unconfirmed'
  // The organization's setting is for live calls.
  const isKept = input.record ?? (answer.live && caller.keepsRecords)
  if (!waits && !isKept) return answer
  const { withDatabase } = await loadContext()
  const ctx = withDatabase(base, { network: clientNetwork, userAgent: undefined })
  const response = waits
    ? await (await loadAnswerLater()).answerLater(ctx, { input, answer, caller })
    : answer
  return isKept
    ? await (await loadKeep()).keepRecord(ctx, { request: input, response, owner: caller })
    : response
}
