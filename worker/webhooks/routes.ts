import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params, query } from '#worker/http/input.ts'
import { memberIdOf, organizationIdOf, requireMemberWith } from '#worker/http/session.ts'
import {
  createEndpoint,
  deleteEndpoint,
  readSecret,
  rotateSecret,
  sendTestEvent,
  updateEndpoint,
} from './change-endpoints.ts'
import {
  createEndpointSchema,
  deliveryParamSchema,
  deliveryQuerySchema,
  endpointParamSchema,
  updateEndpointSchema,
} from './contract.ts'
import { listDeliveries, listEndpoints } from './list.ts'
import { replayDelivery } from './replay.ts'

const mayRead = requireMemberWith({ active: false, permission: 'manageWebhooks' })
const mayChange = requireMemberWith({ active: true, permission: 'manageWebhooks' })
const isEndpoint = params(endpointParamSchema, 'WEBHOOK_NOT_FOUND')

export const webhookRoutes = new Hono<AppEnv>()
  .get('/', mayRead, async (c) => c.json(await listEndpoints(c.get('ctx'), organizationIdOf(c))))
  .post('/', mayChange, body(createEndpointSchema), async (c) => {
    const endpoint = { ...c.req.valid('json'), ...memberIdOf(c) }
    return c.json(await createEndpoint(c.get('ctx'), endpoint), 201)
  })
  .patch('/:endpointId', mayChange, isEndpoint, body(updateEndpointSchema), async (c) => {
    const id = { ...memberIdOf(c), ...c.req.valid('param') }
    return c.json(await updateEndpoint(c.get('ctx'), { ...c.req.valid('json'), ...id }))
  })
  .delete('/:endpointId', mayChange, isEndpoint, async (c) => {
    await deleteEndpoint(c.get('ctx'), { ...memberIdOf(c), ...c.req.valid('param') })
    return c.body(null, 204)
  })
  .get('/:endpointId/secret', mayRead, isEndpoint, async (c) => {
    const id = { organizationId: organizationIdOf(c), ...c.req.valid('param') }
    return c.json(await readSecret(c.get('ctx'), { ...id, isConfirmed: c.get('signedIn').isConfirmed }))
  })
  .post('/:endpointId/secret', mayChange, isEndpoint, async (c) => {
    const id = { ...memberIdOf(c), ...c.req.valid('param') }
    const { isConfirmed } = c.get('signedIn')
    return c.json(await rotateSecret(c.get('ctx'), { ...id, isConfirmed }), 201)
  })
  .post('/:endpointId/test', mayChange, isEndpoint, async (c) => {
    await sendTestEvent(c.get('ctx'), { ...memberIdOf(c), ...c.req.valid('param') })
    return c.body(null, 204)
  })
  .get('/:endpointId/deliveries', mayRead, isEndpoint, query(deliveryQuerySchema), async (c) => {
    const id = { organizationId: organizationIdOf(c), ...c.req.valid('param') }
    return c.json(await listDeliveries(c.get('ctx'), { ...id, before: c.req.valid('query').before }))
  })
  .post(
    '/:endpointId/deliveries/:deliveryId/replay',
    mayChange,
    params(deliveryParamSchema, 'WEBHOOK_NOT_FOUND'),
    async (c) => {
      await replayDelivery(c.get('ctx'), { ...memberIdOf(c), ...c.req.valid('param') })
      return c.body(null, 204)
    },
  )
