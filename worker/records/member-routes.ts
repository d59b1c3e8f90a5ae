import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { body, params } from '#worker/http/input.ts'
import { memberIdOf, requireActiveMember, requireMember } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { keepAnswerSchema, openRecordSchema, recordParamSchema, shareRecordSchema } from './contract.ts'
import { keepAnswer } from './keep.ts'
import { openRecord } from './read.ts'
import { shareRecord, stopSharing } from './share.ts'
import { publicKeys } from './signing.ts'

const isIn = params(recordParamSchema, 'RECORD_NOT_FOUND')

export const memberRecordRoutes = new Hono<AppEnv>()
  .post('/', requireActiveMember, body(keepAnswerSchema), async (c) => {
    const { organization } = c.get('membership')
    const owner = { ...organization, organizationId: organization.id }
    const userId = c.get('signedIn').user.id
    return c.json(await keepAnswer(c.get('ctx'), c.req.valid('json'), { owner, userId }), 201)
  })
  .put('/:recordId/link', requireActiveMember, isIn, body(shareRecordSchema), async (c) => {
    const id = { ...c.req.valid('param'), ...memberIdOf(c) }
    return c.json(await shareRecord(c.get('ctx'), { ...id, days: c.req.valid('json').days }))
  })
  .delete('/:recordId/link', requireMember, isIn, async (c) => {
    await stopSharing(c.get('ctx'), { ...c.req.valid('param'), ...memberIdOf(c) })
    return c.body(null, 204)
  })
  // Anyone with the link. The secret is in the body, so no log contains it.
  .post('/open', body(openRecordSchema), async (c) => {
    await enforceRateLimit(c.get('base'), limits.recordByAddress, clientNetwork(c))
    const record = await openRecord(c.get('ctx'), c.req.valid('json').secret)
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex')
    return c.json(record)
  })

export const jwksRoutes = new Hono<AppEnv>().get('/jwks.json', async (c) => {
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cache-Control', 'public, max-age=3600')
  return c.json(await publicKeys(c.get('ctx').settings))
})
