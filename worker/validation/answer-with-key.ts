import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { answerOnce } from '#worker/idempotency/answer-once.ts'
import type { IdempotentCall } from '#worker/idempotency/idempotent-call.ts'
import type { ValidationResponse } from './contract.ts'

export type Answer = ValidationResponse | AppError

type Once<Rest> = Rest & { answer: Answer; isReplay?: boolean }

/** With an idempotency key, a repeated call gets the stored answer, and `rest` as it is. An error stores nothing. */
export async function answerWithKey<Rest extends object>(
  ctx: BaseContext,
  call: IdempotentCall | undefined,
  rest: Rest,
  work: () => Promise<Once<Rest>>,
): Promise<Once<Rest>> {
  if (!call) return await work()
  try {
    return await answerOnce<Once<Rest>>(ctx, call, {
      work,
      toStored: async ({ answer }) =>
        answer instanceof AppError ? undefined : { status: 200, json: JSON.stringify(answer) },
      // Not validated, because the encryption proves that we stored it.
      replay: ({ json }) => ({ ...rest, answer: JSON.parse(json) as ValidationResponse, isReplay: true }),
    })
  } catch (error) {
    if (error instanceof AppError) return { ...rest, answer: error }
    throw error
  }
}
