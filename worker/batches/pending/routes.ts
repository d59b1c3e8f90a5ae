import { apiRoutes } from '#worker/http/api-routes.ts'
import { identify } from '#worker/http/identify.ts'
import { params } from '#worker/http/input.ts'
import { limitBody } from '#worker/http/middleware.ts'
import { noQuery } from '#worker/http/session.ts'
import { POLL_SECONDS, validationParamSchema } from './contract.ts'
import { deleteValidation } from './delete.ts'
import { readValidation } from './read.ts'

const isIn = params(validationParamSchema, 'VALIDATION_NOT_FOUND')

export const pendingRoutes = apiRoutes('/api/tinproof/validations')
  .use(limitBody)
  .get('/:validationId', isIn, noQuery, async (c) => {
    const answer = await readValidation(c.get('ctx'), { ...c.req.valid('param'), ...(await identify(c)) })
    if (answer.pending) c.header('Retry-After', String(POLL_SECONDS))
    return c.json(answer)
  })
  .delete('/:validationId', isIn, noQuery, async (c) => {
    const identity = await identify(c, { active: true, validation: true })
    await deleteValidation(c.get('ctx'), { ...c.req.valid('param'), ...identity })
    return c.body(null, 204)
  })
