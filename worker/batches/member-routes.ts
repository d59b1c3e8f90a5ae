import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { params, query } from '#worker/http/input.ts'
import { requireMember } from '#worker/http/session.ts'
import { compareBatches } from './compare.ts'
import { batchParamSchema, compareBatchesSchema } from './contract.ts'

export const memberBatchRoutes = new Hono<AppEnv>().get(
  '/:batchId/changes',
  requireMember,
  params(batchParamSchema, 'BATCH_NOT_FOUND'),
  query(compareBatchesSchema),
  async (c) => {
    const { batchId } = c.req.valid('param')
    const { since } = c.req.valid('query')
    const { id: organizationId } = c.get('membership').organization
    return c.json(await compareBatches(c.get('ctx'), { organizationId, batchId, since }))
  },
)
