import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { invalidInput } from '#worker/http/input.ts'
import { answerOnce } from './answer-once.ts'
import { type IdempotentCall, idempotentCall } from './idempotent-call.ts'

export const MAX_IDEMPOTENCY_KEY = 255

/** Undefined without the header. `token` and `input` make the key the caller's and this call's own. */
export async function readIdempotencyKey(
  c: HonoContext<AppEnv>,
  { token, input }: Request,
): Promise<IdempotentCall | AppError | undefined> {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return undefined
  if (key !== '' && key.length <= MAX_IDEMPOTENCY_KEY)
    return await idempotentCall(token, key, `${c.req.method} ${c.req.path} ${input}`, c.get('base').now)
  const message = `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY} characters.`
  return invalidInput([{ path: ['Idempotency-Key'], message }])
}

type Request = {
  token: string
  input: string
}

/** Runs `work` once in 24 hours and replays its JSON. `requestId` is the same on a day (UTC): make it unique. */
export async function idempotent<Answer extends Response>(
  c: HonoContext<AppEnv>,
  request: Request,
  work: (requestId: string) => Promise<Answer>,
): Promise<Answer> {
  const base = c.get('base')
  const call = await readIdempotencyKey(c, request)
  if (call instanceof AppError) throw call
  if (call === undefined) return await work(base.requestId)
  return await answerOnce<Answer>(base, call, {
    work: () => work(call.requestId),
    toStored: async (answer) =>
      answer.ok ? { status: answer.status, json: await answer.clone().text() } : undefined,
    replay({ status, json }) {
      const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' }
      return c.body(json, status as ContentfulStatusCode, headers) as Response as Answer
    },
  })
}
