import { env } from 'cloudflare:workers'
import type { ExecutionContext } from 'hono'
import { prepareServices } from './base-context.ts'
import { validationRoutes } from './validation/routes.ts'

prepareServices(env)

/** Each request gets the imported `env`, for which the services were made. */
export default {
  fetch: (request: Request, _env: object, executionCtx: ExecutionContext) =>
    validationRoutes.fetch(request, env, executionCtx),
}
