import { apiRoutes } from '#worker/http/api-routes.ts'
import { identify } from '#worker/http/identify.ts'
import { declaredInput, params } from '#worker/http/input.ts'
import { limitBody } from '#worker/http/middleware.ts'
import type { OrganizationInput } from '#worker/http/session.ts'
import { POLL_SECONDS, validationParamSchema } from './contract.ts'
import { deleteValidation } from './delete.ts'
import { readValidation } from './read.ts'

const isIn = params(validationParamSchema, 'VALIDATION_NOT_FOUND')

export const pendingRoutes = apiRoutes('/api/tinproof/validations')
  .use(limitBody)
  .get('/:validationId', isIn, declaredInput<OrganizationInput>(), async (c) => {
    const { organizationId, isTest = false } = await identify(c)
    const { validationId } = c.req.valid('param')
    const answer = await readValidation(c.get('ctx'), { organizationId, validationId, isTest })
    if (answer.pending) c.header('Retry-After', String(POLL_SECONDS))
    return c.json(answer)
  })
  .delete('/:validationId', isIn, declaredInput<OrganizationInput>(), async (c) => {
    const { organizationId, member = null, isTest = false } = await identify(c, { active: true })
    const { validationId } = c.req.valid('param')
    await deleteValidation(c.get('ctx'), { organizationId, validationId, member, isTest })
    return c.body(null, 204)
  })
