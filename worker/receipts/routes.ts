import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { body, params } from '#worker/http/input.ts'
import { requireActiveMember, requireMember } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { createReceiptSchema, openReceiptSchema, receiptParamSchema } from './contract.ts'
import { createReceipt, deleteReceipt, listReceipts, openReceipt } from './receipts.ts'

export const receiptRoutes = new Hono<AppEnv>()
  .get('/', requireMember, async (c) =>
    c.json(await listReceipts(c.get('ctx'), c.get('membership').organization.id)),
  )
  .post('/', requireActiveMember, body(createReceiptSchema), async (c) => {
    const input = { ...c.req.valid('json'), organizationId: c.get('membership').organization.id }
    return c.json(await createReceipt(c.get('ctx'), input, c.get('signedIn').user), 201)
  })
  // Anyone with the link. The secret is in the body, so no log contains it.
  .post('/open', body(openReceiptSchema), async (c) => {
    await enforceRateLimit(c.get('base'), limits.receiptByAddress, clientNetwork(c))
    const receipt = await openReceipt(c.get('ctx'), c.req.valid('json').secret)
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex')
    return c.json(receipt)
  })
  .delete('/:receiptId', requireMember, params(receiptParamSchema, 'RECEIPT_NOT_FOUND'), async (c) => {
    const organizationId = c.get('membership').organization.id
    const { receiptId } = c.req.valid('param')
    await deleteReceipt(c.get('ctx'), { organizationId, receiptId, callerId: c.get('signedIn').user.id })
    return c.body(null, 204)
  })
