import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import { answerOnce } from '#worker/idempotency/answer-once.ts'
import { idempotentCall } from '#worker/idempotency/idempotent-call.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

export type Answer = ValidationResponse | AppError

type Once<Rest> = Rest & { answer: Answer; isReplay?: boolean }

/** Of the caller with this API token. */
export type IdempotencyKey = { token: string; text: string }

export type CallWithKey = {
  key: IdempotencyKey
  method: string
  endpoint: string
  input: ValidateRequest | AppError
}

/** A repeated call gets the stored answer, and `rest` as it is. An error stores nothing. */
export async function answerWithKey<Rest extends object>(
  ctx: BaseContext,
  { key, method, endpoint, input }: CallWithKey,
  rest: Rest,
  work: (requestId: string) => Promise<Once<Rest>>,
): Promise<Once<Rest>> {
  try {
    const request = `${method} ${endpoint} ${JSON.stringify(input)}`
    const call = await idempotentCall(key.token, key.text, request, ctx.now)
    return await answerOnce<Once<Rest>>(ctx, call, {
      work: () => work(call.requestId),
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
