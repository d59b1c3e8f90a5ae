import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { body, params, query } from '#worker/http/input.ts'
import { requestedOrganization } from '#worker/http/requested-organization.ts'
import { type OrganizationInput, requireUser } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import {
  closeSchema,
  messageSchema,
  ownRequestsQuerySchema,
  referenceParamSchema,
  submitSchema,
} from './contract.ts'
import { closeOwnRequest, listOwnRequests, readOwnRequest, replyToRequest } from './own-requests.ts'
import { submitRequest } from './submit-request.ts'

/** A user without an organization, or with a suspended one, may ask for help too. */
const requireOwnOrganization = createMiddleware<AppEnv, string, { in: OrganizationInput }>(
  async (c, next) => {
    if ((await requestedOrganization(c)) !== undefined && !c.get('signedIn').membership) {
      throw new AppError('ORGANIZATION_NOT_FOUND')
    }
    await next()
  },
)

const reference = params(referenceParamSchema, 'SUPPORT_REQUEST_NOT_FOUND')

export const supportRoutes = new Hono<AppEnv>()
  .post('/submit', requireUser, requireOwnOrganization, body(submitSchema), async (c) => {
    const ctx = c.get('ctx')
    const { user, membership } = c.get('signedIn')
    await enforceRateLimit(ctx, limits.supportByAddress, clientNetwork(c))
    await enforceRateLimit(ctx, limits.supportByUser, String(user.id))
    const writer = { ...user, organization: membership?.organization ?? null }
    return c.json(await submitRequest(ctx, c.req.valid('json'), writer), 201)
  })
  .get('/requests', requireUser, query(ownRequestsQuerySchema), async (c) =>
    c.json(await listOwnRequests(c.get('ctx'), c.req.valid('query'), c.get('signedIn').user.id)),
  )
  .get('/requests/:reference', requireUser, reference, async (c) => {
    const own = { ...c.req.valid('param'), userId: c.get('signedIn').user.id }
    return c.json(await readOwnRequest(c.get('ctx'), own))
  })
  .post('/requests/:reference/messages', requireUser, reference, body(messageSchema), async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.get('signedIn').user
    await enforceRateLimit(ctx, limits.supportReplyByUser, String(id))
    return c.json(await replyToRequest(ctx, { ...c.req.valid('param'), ...c.req.valid('json') }, id), 201)
  })
  .patch('/requests/:reference', requireUser, reference, body(closeSchema), async (c) => {
    const own = { ...c.req.valid('param'), userId: c.get('signedIn').user.id }
    return c.json(await closeOwnRequest(c.get('ctx'), own))
  })
