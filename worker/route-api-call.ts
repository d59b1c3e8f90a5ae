import { validationRoutes } from './validation/routes.ts'

/** The routes of an API path. Callers wait for the first request of an isolate, so it loads only what it needs. */
export async function apiRoutesAt(path: string) {
  const [, , , area] = path.split('/')
  if (area === 'batches') return (await import('./batches/routes.ts')).batchRoutes
  if (area === 'monitors') return (await import('./monitors/routes.ts')).monitorRoutes
  if (area === 'records') return (await import('./records/routes.ts')).recordRoutes
  if (area === 'validations') return (await import('./batches/pending/routes.ts')).pendingRoutes
  if (area === 'events') return (await import('./webhooks/event-routes.ts')).eventRoutes
  return validationRoutes
}
