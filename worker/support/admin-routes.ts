import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params, query } from '#worker/http/input.ts'
import { requireConfirmedPlatformAdmin, requirePlatformAdmin } from '#worker/http/session.ts'
import { answerSchema, queueQuerySchema, referenceParamSchema, stateChangeSchema } from './contract.ts'
import { answerRequest, changeRequestState, listQueue, readQueued } from './queue.ts'

const reference = params(referenceParamSchema, 'SUPPORT_REQUEST_NOT_FOUND')

export const supportAdminRoutes = new Hono<AppEnv>()
  .get('/', requirePlatformAdmin, query(queueQuerySchema), async (c) =>
    c.json(await listQueue(c.get('ctx'), c.req.valid('query'))),
  )
  .get('/:reference', requirePlatformAdmin, reference, async (c) =>
    c.json(await readQueued(c.get('ctx'), c.req.valid('param').reference)),
  )
  .post('/:reference/answers', requireConfirmedPlatformAdmin, reference, body(answerSchema), async (c) => {
    const answer = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await answerRequest(c.get('ctx'), answer, c.get('signedIn').user.id), 201)
  })
  .patch('/:reference', requireConfirmedPlatformAdmin, reference, body(stateChangeSchema), async (c) =>
    c.json(await changeRequestState(c.get('ctx'), { ...c.req.valid('param'), ...c.req.valid('json') })),
  )
