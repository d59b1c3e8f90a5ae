import { validationRoutes } from './validation/routes.ts'

/** The routes of an API path. Callers wait for the first request of an isolate, so it loads only what it needs. */
export async function apiRoutesAt(path: string) {
  const [, , , area] = path.split('/')
  switch (area) {
    case 'batches':
      return (await import('./batches/routes.ts')).batchRoutes
    case 'monitors':
      return (await import('./monitors/routes.ts')).monitorRoutes
    case 'records':
      return (await import('./records/routes.ts')).recordRoutes
    case 'validations':
      return (await import('./batches/pending/routes.ts')).pendingRoutes
    case 'events':
      return (await import('./webhooks/event-routes.ts')).eventRoutes
    default:
      return validationRoutes
  }
}
