import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { BaseContext } from '#worker/base-context.ts'
import { AppError } from '#worker/errors.ts'
import {
  encryptAnswer,
  type IdempotentCall,
  idempotentCall,
  replayOf,
  type StoredAnswer,
} from '#worker/idempotency/idempotent-call.ts'
import { logError } from '#worker/lib/log.ts'
import type { AppEnv } from './app-env.ts'
import { idempotencyKey } from './idempotency-key.ts'

type Request = {
  /** Of the caller, who is authorized already. */
  token: string
  /** What must be the same in a repeated call, besides the method and path. */
  input: string
}

/**
 * For calls that create something. With an `Idempotency-Key`, `work` runs once in 24 hours and its JSON is replayed;
 * an error stores nothing. Its `requestId` is the same for the same call on the same day (UTC): make it unique in what
 * you create, so that a call whose Worker was killed before it stored its answer creates nothing twice. The key is in
 * use for a minute after such a call. Claims are in PostgreSQL, so Redis doesn't matter.
 */
export async function idempotent<Answer extends Response>(
  c: HonoContext<AppEnv>,
  { token, input }: Request,
  work: (requestId: string) => Promise<Answer>,
): Promise<Answer> {
  const base = c.get('base')
  const key = idempotencyKey(c)
  if (key instanceof AppError) throw key
  if (key === undefined) return await work(base.requestId)
  const call = await idempotentCall(token, key, `${c.req.method} ${c.req.path} ${input}`, base.now)
  const { deleteClaim, takeClaim } = await import('#worker/idempotency/claim-in-database.ts')
  const db = await base.hotDb()
  const stored = await takeClaim(db, call.claim, base.now)
  if (stored) return replay(c, await replayOf(call, stored))
  const answer = await work(call.requestId).catch(async (error: unknown) => {
    await deleteClaim(db, call.claim)
    throw error
  })
  if (answer.ok) await store(base, call, answer.clone())
  else await deleteClaim(db, call.claim)
  return answer
}

/** Has the type of the first answer, because it is the same. */
function replay<Answer extends Response>(c: HonoContext<AppEnv>, { status, json }: StoredAnswer): Answer {
  const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' }
  return c.body(json, status as ContentfulStatusCode, headers) as Response as Answer
}

/** What `work` created exists, so its answer must not fail. */
async function store({ hotDb, requestId }: BaseContext, call: IdempotentCall, answer: Response) {
  try {
    const { storeAnswer } = await import('#worker/idempotency/claim-in-database.ts')
    const encrypted = await encryptAnswer(call, { status: answer.status, json: await answer.text() })
    await storeAnswer(await hotDb(), call.claim, encrypted)
  } catch (error) {
    logError('store an answer', error, requestId)
  }
}
