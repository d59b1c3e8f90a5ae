import { app } from '#worker/app.ts'
import { pendingRoutes } from '#worker/batches/pending/routes.ts'
import { batchRoutes } from '#worker/batches/routes.ts'
import { monitorRoutes } from '#worker/monitors/routes.ts'
import { recordRoutes } from '#worker/records/routes.ts'
import { validationRoutes } from '#worker/validation/routes.ts'
import { eventRoutes } from '#worker/webhooks/event-routes.ts'

/** With their handlers, one for each middleware too. */
export const allRoutes = [
  app,
  validationRoutes,
  batchRoutes,
  pendingRoutes,
  monitorRoutes,
  recordRoutes,
  eventRoutes,
]
  .flatMap(({ routes }) => routes)
  .filter(({ method }) => method !== 'ALL')
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }))
