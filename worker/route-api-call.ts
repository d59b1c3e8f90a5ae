import { validationRoutes } from './validation/routes.ts'

/** The routes of an API path. Callers wait for the first request of an isolate, so it loads only what it needs. */
export async function apiRoutesAt(path: string) {
  if (/^\/api\/tinproof\/batches(\/|$)/.test(path)) return (await import('./batches/routes.ts')).batchRoutes
  if (/^\/api\/tinproof\/monitors(\/|$)/.test(path))
    return (await import('./monitors/routes.ts')).monitorRoutes
  if (/^\/api\/tinproof\/records(\/|$)/.test(path)) return (await import('./records/routes.ts')).recordRoutes
  if (path.startsWith('/api/tinproof/validations/'))
    return (await import('./batches/pending/routes.ts')).pendingRoutes
  if (path === '/api/tinproof/events') return (await import('./webhooks/event-routes.ts')).eventRoutes
  return validationRoutes
}
