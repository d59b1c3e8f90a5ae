import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { answerOnce } from '#worker/idempotency/answer-once.ts'
import { idempotentCall } from '#worker/idempotency/idempotent-call.ts'
import type { AppEnv } from './app-env.ts'

type Request = {
  token: string
  input: string
}

/**
 * Runs `work` once in 24 hours and replays its JSON. `work` throws what it refuses. `requestId` is the same on a day (UTC):
 * make it unique.
 */
export async function idempotent<Answer extends Response>(
  c: HonoContext<AppEnv>,
  { token, input }: Request,
  work: (requestId: string) => Promise<Answer>,
): Promise<Answer> {
  const base = c.get('base')
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return await work(base.requestId)
  const call = await idempotentCall(token, key, `${c.req.method} ${c.req.path} ${input}`, base.now)
  return await answerOnce<Answer>(base, call, {
    work: () => work(call.requestId),
    toStored: async (answer) => ({ status: answer.status, json: await answer.clone().text() }),
    replay({ status, json }) {
      const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' }
      return c.body(json, status as ContentfulStatusCode, headers) as Response as Answer
    },
  })
}
