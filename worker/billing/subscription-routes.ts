import { Hono, type Context as HonoContext } from 'hono'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params, query } from '#worker/http/input.ts'
import {
  assertConfirmed,
  loadMembership,
  memberIdOf,
  type OrganizationInput,
  organizationIdOf,
  requireMember,
  sessionGuard,
} from '#worker/http/session.ts'
import { isBillingAdmin } from '#worker/membership/permissions.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { saveBillingDetails } from './billing-details.ts'
import {
  billingDetailsSchema,
  changePlanSchema,
  changePreviewQuerySchema,
  invoiceParamSchema,
  subscriptionActionSchema,
} from './contract.ts'
import {
  cancelSubscription,
  changePlan,
  previewChange,
  resumeSubscription,
  undoCancellation,
} from './manage-plan.ts'
import { findInvoice, openPortal } from './paddle-links.ts'
import { readBilling } from './read-billing.ts'

const isAdmin = (c: HonoContext<AppEnv>) => isBillingAdmin(c.get('membership').role, c.get('signedIn').user)

const requireBillingAdmin = (need: { active: boolean }) =>
  sessionGuard<{ in: OrganizationInput }>(async (c) => {
    const { organization } = await loadMembership(c, need)
    if (!isAdmin(c)) throw new AppError('ROLE_TOO_LOW')
    await enforceRateLimit(c.get('ctx'), limits.billingByOrganization, organization.id)
  })

const ofActive = requireBillingAdmin({ active: true })
const ofAny = requireBillingAdmin({ active: false })

const billing = (c: HonoContext<AppEnv>) =>
  readBilling(c.get('ctx'), organizationIdOf(c), { isAdmin: isAdmin(c) })

export const subscriptionRoutes = new Hono<AppEnv>()
  .get('/subscription', requireMember, async (c) => c.json(await billing(c)))
  .get('/subscription/change-preview', ofActive, query(changePreviewQuerySchema), async (c) =>
    c.json(await previewChange(c.get('ctx'), organizationIdOf(c), c.req.valid('query').plan)),
  )
  .post('/subscription/change', ofActive, body(changePlanSchema), async (c) => {
    await changePlan(c.get('ctx'), organizationIdOf(c), c.req.valid('json'))
    return c.json(await billing(c))
  })
  .post('/subscription/cancel', ofAny, body(subscriptionActionSchema), async (c) => {
    await cancelSubscription(c.get('ctx'), organizationIdOf(c))
    return c.json(await billing(c))
  })
  .post('/subscription/undo-cancel', ofActive, body(subscriptionActionSchema), async (c) => {
    await undoCancellation(c.get('ctx'), organizationIdOf(c))
    return c.json(await billing(c))
  })
  .post('/subscription/resume', ofActive, body(subscriptionActionSchema), async (c) => {
    await resumeSubscription(c.get('ctx'), organizationIdOf(c))
    return c.json(await billing(c))
  })
  .post('/subscription/portal', ofAny, body(subscriptionActionSchema), async (c) => {
    assertConfirmed(c.get('signedIn'))
    return c.json(await openPortal(c.get('ctx'), memberIdOf(c)))
  })
  .get(
    '/subscription/invoices/:transactionId',
    ofAny,
    params(invoiceParamSchema, 'INVOICE_NOT_FOUND'),
    async (c) =>
      c.json(await findInvoice(c.get('ctx'), organizationIdOf(c), c.req.valid('param').transactionId)),
  )
  .put('/organization/billing-details', ofActive, body(billingDetailsSchema), async (c) =>
    c.json(
      await saveBillingDetails(
        c.get('ctx'),
        organizationIdOf(c),
        c.req.valid('json'),
        c.get('signedIn').user,
      ),
    ),
  )
