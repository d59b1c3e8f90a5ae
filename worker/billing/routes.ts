import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, readBytes } from '#worker/http/input.ts'
import { requireActiveMember, requireMember } from '#worker/http/session.ts'
import { isBillingAdmin } from '#worker/membership/permissions.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { checkoutParameters, upgrade } from './checkout-parameters.ts'
import { checkoutParametersSchema, demoPaymentSchema, upgradeSchema, verifySchema } from './contract.ts'
import { payDemo } from './pay-demo.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { verifyTransaction } from './verify-transaction.ts'

export const billingRoutes = new Hono<AppEnv>()
  .post('/paddle/client-params', requireActiveMember, body(checkoutParametersSchema), async (c) => {
    const { role, organization } = c.get('membership')
    const { id: organizationId, tier } = organization
    const { user } = c.get('signedIn')
    const input = { organizationId, tier, plan: c.req.valid('json').plan }
    const buyer = { ...user, isBillingAdmin: isBillingAdmin(role, user) }
    return c.json(await checkoutParameters(c.get('ctx'), input, buyer))
  })
  .post('/organization/upgrade', requireActiveMember, body(upgradeSchema), async (c) => {
    const { organization } = c.get('membership')
    return c.json(upgrade(c.get('ctx'), { tier: organization.tier, plan: c.req.valid('json').plan }))
  })
  .post('/subscription/verify', requireMember, body(verifySchema), async (c) => {
    const ctx = c.get('ctx')
    const { organization } = c.get('membership')
    await enforceRateLimit(ctx, limits.verificationByOrganization, organization.id)
    const { transactionId } = c.req.valid('json')
    return c.json(await verifyTransaction(ctx, { organizationId: organization.id, transactionId }))
  })
  .post('/paddle/webhook', async (c) => {
    const body = new Uint8Array(await readBytes(c))
    await receiveWebhook(c.get('ctx'), { signature: c.req.header('Paddle-Signature'), body })
    return c.json({ received: true })
  })

export const demoRoutes = new Hono<AppEnv>().post('/paddle/demo-payment', body(demoPaymentSchema), (c) =>
  c.json(payDemo(c.get('ctx').settings)),
)
