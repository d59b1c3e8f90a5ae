import { validationRoutes } from './validation/routes.ts'

/** The Worker `tinproof-api`. It leaves out what its callers don't use, which makes the start of an isolate shorter. */
export default { fetch: validationRoutes.fetch }
