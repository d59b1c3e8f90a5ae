import { beforeEach, expect, it, vi } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import { app } from '#worker/app.ts'

const worker = await openWorker('request_log')

const log = vi.spyOn(console, 'log')
beforeEach(() => {
  log.mockReset()
})

const text = () => log.mock.calls.flat().join('\n')
const lines = () => log.mock.calls.flat().map((line) => JSON.parse(String(line)))

it('logs one line per request with the ID of the response', async () => {
  const { headers } = await worker.call('/api/settings')
  expect(lines()).toEqual([
    {
      level: 'info',
      what: 'request',
      requestId: headers.get('X-Request-Id'),
      method: 'GET',
      route: '/api/settings',
      status: 200,
      milliseconds: expect.any(Number),
    },
  ])
})

it('logs the route as a pattern, and no token, email, address or TIN', async () => {
  const member = await worker.signUp('of-request-log')
  const { token, id } = await member.createToken()
  const tin = '136695976'
  const address = '203.0.113.77'
  log.mockReset()
  const headers = { 'CF-Connecting-IP': address }
  await worker.validate(token, { countryCode: 'DE', tin }, { headers })
  await worker.validate(`${token}x`, { countryCode: 'DE', tin }, { headers })
  await worker.call('/api/auth/verify-reset-token?token=secret-of-the-link', { headers })
  await worker.call('/api/auth/reset-cooldown/someone@example.test', { headers })
  await worker.post('/api/invitations/find', { token: 'secret-of-the-invitation' }, { headers })
  await member.call(`/api/tokens/${id}?schedule=1day`, { method: 'DELETE', headers })
  await worker.call('/api/nowhere/secret-path', { headers })
  await worker.call('/api/tinproof/secret-path', { headers })
  await member.call('/api/projects', { raw: '{', headers })
  expect(lines().map(({ method, route, status, code }) => [method, route, status, code])).toEqual([
    ['POST', '/api/tinproof/validate', 200, undefined],
    ['POST', '/api/tinproof/validate', 401, 'INVALID_TOKEN'],
    ['GET', '/api/auth/verify-reset-token', 200, undefined],
    ['GET', '/api/auth/reset-cooldown/:email', 200, undefined],
    ['POST', '/api/invitations/find', 404, 'INVITATION_NOT_FOUND'],
    ['DELETE', '/api/tokens/:tokenId', 200, undefined],
    ['GET', '/*', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/*', 404, 'ROUTE_NOT_FOUND'],
    ['POST', '/api/projects', 400, 'INVALID_JSON'],
  ])
  for (const secret of [token, tin, address, 'secret', 'someone', 'request-log@', member.cookie]) {
    expect(text()).not.toContain(secret)
  }
})

it("logs Cloudflare's data center", async () => {
  const init: object = { cf: { colo: 'FRA' } }
  await app.fetch(new Request('http://localhost/api/settings', init), worker.settings)
  expect(lines()).toMatchObject([{ route: '/api/settings', colo: 'FRA' }])
})

it('logs a request that failed because a setting is missing', async () => {
  vi.spyOn(console, 'error').mockReturnValueOnce()
  const { DATABASE_URL: _, ...settings } = worker.settings
  await app.fetch(new Request('http://localhost/api/settings'), settings)
  expect(lines()).toMatchObject([{ status: 503, code: 'SETTINGS_INVALID' }])
})
