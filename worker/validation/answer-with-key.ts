import type { BaseContext } from '#worker/base-context.ts'
import { AppError, asAppError } from '#worker/errors.ts'
import { answerOnce } from '#worker/idempotency/answer-once.ts'
import { idempotentCall, type StoredAnswer } from '#worker/idempotency/idempotent-call.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

export type Answer = ValidationResponse | AppError

type Once<Rest> = Rest & { answer: Answer; isReplay?: boolean }

export type IdempotencyKey = { token: string; text: string }

export type CallWithKey = {
  key: IdempotencyKey
  method: string
  endpoint: string
  input: ValidateRequest | AppError
}

/** Replays only an answer that a register confirmed. Other calls are made again, under the ID that has been recorded. */
export async function answerWithKey<Rest extends object>(
  ctx: BaseContext,
  { key, method, endpoint, input }: CallWithKey,
  rest: Rest,
  work: (requestId: string, isRecorded: boolean) => Promise<Once<Rest>>,
): Promise<Once<Rest>> {
  try {
    const request = `${method} ${endpoint} ${JSON.stringify(input)}`
    const call = await idempotentCall(key.token, key.text, request, ctx.now)
    return await answerOnce<Once<Rest>>(ctx, call, {
      work: (earlier) => work(earlier ? read(earlier).referenceId : call.requestId, earlier !== undefined),
      toStored: async ({ answer }) =>
        answer instanceof AppError ? undefined : { status: 200, json: JSON.stringify(answer) },
      replay: (stored) => {
        const answer = read(stored)
        const isFinal = answer.result !== 'unconfirmed' && answer.recordId !== null
        return !isFinal ? undefined : { ...rest, answer, isReplay: true }
      },
    })
  } catch (error) {
    return { ...rest, answer: asAppError(error) }
  }
}

/** Not parsed by a schema, because the encryption proves that we stored it. */
const read = ({ json }: StoredAnswer) => JSON.parse(json) as ValidationResponse
