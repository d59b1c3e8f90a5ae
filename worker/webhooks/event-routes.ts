import { apiRoutes } from '#worker/http/api-routes.ts'
import { identify } from '#worker/http/identify.ts'
import { query } from '#worker/http/input.ts'
import { listEventsSchema } from './contract.ts'
import { listEvents } from './list-events.ts'

export const eventRoutes = apiRoutes('/api/tinproof/events').get('/', query(listEventsSchema), async (c) => {
  const { organizationId, isTest } = await identify(c)
  const { after, limit } = c.req.valid('query')
  return c.json(await listEvents(c.get('ctx'), { organizationId, isTest, after, limit }))
})
