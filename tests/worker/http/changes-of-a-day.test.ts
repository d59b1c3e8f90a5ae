// @module-tag deep
import { describe, expect, it } from 'vitest'
import { openWorker, refusal } from '#tests/worker/harness.ts'
import { limits } from '#worker/rate-limits.ts'
import { allRoutes } from './all-routes.ts'
import { boundTools } from './bound-tools.ts'
import type { bounds } from './bounds.ts'

const worker = await openWorker('changes_of_a_day')
const owner = worker.administrator
const { useUp, rowsOfTables } = boundTools(worker)

/** Calls that aren't made with a session of the dashboard, or write with a GET. */
const otherRoutes: Readonly<
  Record<string, keyof typeof bounds | "needs Paddle's signature" | 'writes nothing'>
> = {
  'GET /auth/google/callback': 'googleByAddress',
  'GET /api/register/verification-status': 'verificationByAddress',
  'GET /api/organization/export': 'organizationExport',
  'POST /api/login': 'signInByAddress',
  'POST /api/login/two-factor': 'signInByAddress',
  'POST /api/login/google': 'signInByAddress',
  'POST /api/logout': 'sessions',
  'POST /api/register': 'signUpByAddress',
  'POST /api/register/init': 'signUpByAddress',
  'POST /api/register/verify': 'verificationByAddress',
  'POST /api/register/verify-code': 'signUpCodeByAddress',
  'POST /api/register/complete': 'completionByAddress',
  'POST /api/auth/forgot-password': 'forgotByAddress',
  'POST /api/auth/verify-reset-token': 'resetTokenByAddress',
  'POST /api/auth/reset-password': 'resetByAddress',
  'POST /api/email-change/check': 'emailChangeByAddress',
  'POST /api/email-change/confirm': 'emailChangeByAddress',
  'POST /api/invitations/find': 'invitationByAddress',
  'POST /api/records/open': 'recordByAddress',
  'POST /api/paddle/webhook': "needs Paddle's signature",
  'POST /api/paddle/demo-payment': 'writes nothing',
  'POST /api/tinproof/sandbox-token': 'sandboxTokens',
  'POST /api/tinproof/validate': 'validations',
  'DELETE /api/tinproof/validations/:validationId': 'pending',
  'POST /api/tinproof/monitors': 'monitors',
  'POST /api/tinproof/monitors/import': 'batchesByHour',
  'POST /api/tinproof/monitors/import/csv': 'batchesByHour',
  'POST /api/tinproof/monitors/import/ndjson': 'batchesByHour',
  'PATCH /api/tinproof/monitors/:monitorId': 'monitorChanges',
  'DELETE /api/tinproof/monitors/:monitorId': 'monitors',
  'POST /api/tinproof/monitors/:monitorId/check': 'monitorCheckByOrganization',
  'POST /api/tinproof/batches': 'batchesByHour',
  'POST /api/tinproof/batches/csv': 'batchesByHour',
  'POST /api/tinproof/batches/ndjson': 'batchesByHour',
  'POST /api/tinproof/batches/estimate': 'writes nothing',
  'POST /api/tinproof/batches/:batchId/cancel': 'batchesByHour',
  'POST /api/tinproof/batches/:batchId/retry': 'batchesByHour',
  'DELETE /api/tinproof/batches/:batchId': 'batchesByHour',
  'DELETE /api/tinproof/records/:recordId': 'validations',
}

describe('a user who has made all changes of a day', () => {
  const writing = allRoutes.filter(({ method }) => method !== 'GET')
  const routes = [...new Set(writing.map(({ name }) => name))]

  it.each(routes.filter((route) => !(route in otherRoutes)))('is refused by %s', async (route) => {
    const [method = '', path = ''] = route.split(' ')
    await useUp(limits.changesByUser.name, () => owner.patch('/api/user/preferences', { quotaEmails: true }))
    const before = await rowsOfTables()
    const answer = await owner.call(path.replaceAll(/:\w+/g, '1'), { method, body: {} })
    expect(refusal(answer)).toEqual([429, 'RATE_LIMITED'])
    expect(await rowsOfTables()).toEqual(before)
  })

  it('may call every route of the table', () => {
    const known = allRoutes.map(({ name }) => name)
    expect(Object.keys(otherRoutes).filter((route) => !known.includes(route))).toEqual([])
  })
})
