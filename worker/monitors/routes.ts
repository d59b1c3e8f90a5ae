import type { Context as HonoContext } from 'hono'
import { AppError } from '#worker/errors.ts'
import { apiRoutes } from '#worker/http/api-routes.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { handleError, routeNotFound } from '#worker/http/error-handler.ts'
import { type Identity, identify } from '#worker/http/identify.ts'
import { body, declaredInput, invalidInput, params, query, requireJson } from '#worker/http/input.ts'
import { limitBody } from '#worker/http/middleware.ts'
import type { OrganizationInput } from '#worker/http/session.ts'
import { SANDBOX_NEEDS_TEST_TOKEN } from '#worker/validation/sandbox/contract.ts'
import { checkMonitor, deleteMonitor, updateMonitor } from './change.ts'
import {
  createMonitorSchema,
  listMonitorsSchema,
  monitorParamSchema,
  updateMonitorSchema,
} from './contract.ts'
import { type Creator, createMonitor } from './create.ts'
import { listMonitors, readMonitor } from './list.ts'

const isMonitor = params(monitorParamSchema, 'MONITOR_NOT_FOUND')

/** Beside the database, like batches. */
export const monitorRoutes = apiRoutes('/api/tinproof/monitors')
  .use(limitBody)
  .use(requireJson)
  .get('/', query(listMonitorsSchema), async (c) => {
    const { organizationId, isTest = false } = await identify(c)
    return c.json(await listMonitors(c.get('ctx'), { ...c.req.valid('query'), organizationId, isTest }))
  })
  .post('/', body(createMonitorSchema), async (c) => {
    const identity = await identify(c, { active: true })
    const { organizationId: _, ...input } = c.req.valid('json')
    if (input.sandbox !== undefined && !identity.isTest)
      throw invalidInput([{ path: ['sandbox'], message: SANDBOX_NEEDS_TEST_TOKEN }])
    return c.json(await createMonitor(c.get('ctx'), creatorOf(identity), input), 201)
  })
  .get('/:monitorId', isMonitor, declaredInput<OrganizationInput>(), async (c) => {
    const { organizationId, isTest = false } = await identify(c)
    const { monitorId } = c.req.valid('param')
    return c.json(await readMonitor(c.get('ctx'), { organizationId, monitorId, isTest }))
  })
  .patch('/:monitorId', isMonitor, body(updateMonitorSchema), async (c) => {
    const change = await changeOf(c, c.req.valid('param'))
    return c.json(await updateMonitor(c.get('ctx'), { ...c.req.valid('json'), ...change }))
  })
  .delete('/:monitorId', isMonitor, declaredInput<OrganizationInput>(), async (c) => {
    await deleteMonitor(c.get('ctx'), await changeOf(c, c.req.valid('param')))
    return c.body(null, 204)
  })
  .post('/:monitorId/check', isMonitor, declaredInput<OrganizationInput>(), async (c) =>
    c.json(await checkMonitor(c.get('ctx'), await changeOf(c, c.req.valid('param'))), 202),
  )

monitorRoutes.notFound(routeNotFound)
monitorRoutes.onError(handleError)

async function changeOf(c: HonoContext<AppEnv>, { monitorId }: { monitorId: string }) {
  const { organizationId, member = null, isTest = false } = await identify(c, { active: true })
  return { organizationId, monitorId, member, isTest }
}

/** Throws PERMISSION_MISSING for a token without access to registers. */
function creatorOf({ organizationId, member, caller, isTest = false }: Identity): Creator {
  if (caller && !caller.canUseRegisters)
    throw new AppError('PERMISSION_MISSING', {
      message: 'Monitors query registers. This API token has no "Tax Validation API Access".',
    })
  return { organizationId, live: !isTest, createdBy: member?.userId ?? null }
}
