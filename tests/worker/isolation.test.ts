import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '#worker/app.ts'
import {
  type Answer,
  type Call,
  type ErrorBody,
  type Member,
  openWorker,
  type TestWorker,
} from './harness.ts'

type Who = 'admin' | 'member' | 'stranger' | 'nobody' | 'suspended'
type Row = {
  route: string
  call: (organizationId: string) => Call & { path: string }
  expected: Record<Who, number>
}

let worker: TestWorker
let owner: Member
let colleague: Member
let stranger: Member
let suspended: Member
let secret: { tokenId: number; token: string; name: string }

beforeAll(async () => {
  worker = await openWorker('isolation')
  owner = await worker.signUp('owner')
  colleague = await worker.signUp('colleague')
  stranger = await worker.signUp('stranger')
  suspended = await worker.signUp('suspended')
  await worker.sql(
    `insert into organization_memberships (user_id, organization_id, role) values ($1, $2, 'member')`,
    [colleague.user.id, owner.organization.id],
  )
  await worker.change(suspended.organization.id, { status: 'SUSPENDED' })
  const token = await owner.createToken({ name: 'Secret of the owner' })
  secret = { tokenId: token.id, token: token.token, name: token.name }
  await worker.validate(token.token)
  await worker.settle()
})

const same = (status: number): Record<Who, number> => ({
  admin: status,
  member: status,
  stranger: status,
  nobody: status,
  suspended: status,
})

/** Every route but the validate call's bearer side, which has tests of its own. */
const rows: Row[] = [
  { route: 'GET /api/health', call: () => ({ path: '/api/health' }), expected: same(200) },
  {
    route: 'GET /api/tinproof/countries',
    call: () => ({ path: '/api/tinproof/countries' }),
    expected: same(200),
  },
  { route: 'GET /api/settings', call: () => ({ path: '/api/settings' }), expected: same(200) },
  {
    route: 'GET /api/user',
    call: () => ({ path: '/api/user' }),
    expected: { ...same(200), nobody: 401 },
  },
  {
    route: 'GET /api/user/organizations',
    call: () => ({ path: '/api/user/organizations' }),
    expected: { ...same(200), nobody: 401 },
  },
  {
    route: 'GET /api/user/sessions',
    call: () => ({ path: '/api/user/sessions' }),
    expected: { ...same(200), nobody: 401 },
  },
  {
    route: 'DELETE /api/user/sessions',
    call: () => ({ path: '/api/user/sessions', method: 'DELETE' }),
    expected: { ...same(204), nobody: 401 },
  },
  {
    route: 'POST /api/user/change-password',
    call: () => ({
      path: '/api/user/change-password',
      body: { currentPassword: 'not the right one', newPassword: 'another password' },
    }),
    expected: { ...same(422), nobody: 401 },
  },
  {
    route: 'POST /api/organization/invite',
    call: (organizationId) => ({
      path: '/api/organization/invite',
      body: { email: 'guest@example.test', role: 'member', organizationId },
    }),
    expected: { admin: 201, member: 403, stranger: 404, nobody: 401, suspended: 403 },
  },
  {
    route: 'GET /api/invitations/:token',
    call: () => ({ path: '/api/invitations/nobodys-token' }),
    expected: same(404),
  },
  {
    route: 'POST /api/invitations/accept',
    call: () => ({ path: '/api/invitations/accept', body: { token: 'nobodys-token' } }),
    expected: { ...same(404), nobody: 401 },
  },
  {
    route: 'GET /api/organization',
    call: (id) => ({ path: `/api/organization?organizationId=${id}` }),
    expected: { admin: 200, member: 200, stranger: 404, nobody: 401, suspended: 200 },
  },
  {
    route: 'GET /api/activity',
    call: (id) => ({ path: `/api/activity?organizationId=${id}` }),
    expected: { admin: 200, member: 200, stranger: 404, nobody: 401, suspended: 200 },
  },
  {
    route: 'GET /api/tokens',
    call: (id) => ({ path: `/api/tokens?organizationId=${id}` }),
    expected: { admin: 200, member: 200, stranger: 404, nobody: 401, suspended: 200 },
  },
  {
    route: 'POST /api/tokens',
    call: (organizationId) => ({ path: '/api/tokens', body: { name: 'Another token', organizationId } }),
    expected: { admin: 201, member: 201, stranger: 404, nobody: 401, suspended: 403 },
  },
  {
    route: 'POST /api/tinproof/validate',
    call: (organizationId) => ({
      path: '/api/tinproof/validate',
      body: { countryCode: 'DE', tin: '136695976', organizationId },
    }),
    expected: { admin: 200, member: 200, stranger: 404, nobody: 401, suspended: 403 },
  },
  {
    route: 'PUT /api/admin/organizations/:organizationId',
    call: (id) => ({ path: `/api/admin/organizations/${id}`, method: 'PUT', body: { tier: 'ENTERPRISE' } }),
    expected: { admin: 403, member: 403, stranger: 403, nobody: 401, suspended: 403 },
  },
  {
    route: 'DELETE /api/tokens/:tokenId',
    call: (id) => ({ path: `/api/tokens/4711?organizationId=${id}`, method: 'DELETE' }),
    expected: { admin: 404, member: 404, stranger: 404, nobody: 401, suspended: 404 },
  },
]

const tested = new Set([
  ...rows.map(({ route }) => route),
  // Open to everybody, and the same for everybody: sign-up.test.ts, passwords.test.ts and google.test.ts have them.
  ...['register', 'register/init', 'register/complete', 'login', 'logout'].map((verb) => `POST /api/${verb}`),
  ...['forgot-password', 'reset-password'].map((verb) => `POST /api/auth/${verb}`),
  'GET /api/register/verification-status',
  'GET /api/auth/reset-cooldown/:email',
  'GET /api/auth/verify-reset-token',
  'GET /auth/google',
  'GET /auth/google/callback',
])

it('covers every route there is', () => {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].sort()).toEqual([...tested].sort())
})

const whole: Record<
  Who,
  () => { as: (path: string, call: Call) => Promise<Answer>; organizationId: string }
> = {
  admin: () => ({ as: owner.call, organizationId: owner.organization.id }),
  member: () => ({ as: colleague.call, organizationId: owner.organization.id }),
  stranger: () => ({ as: stranger.call, organizationId: owner.organization.id }),
  nobody: () => ({ as: worker.call, organizationId: owner.organization.id }),
  suspended: () => ({ as: suspended.call, organizationId: suspended.organization.id }),
}

describe.each(rows)('$route', ({ call, expected }) => {
  it.each(Object.entries(expected) as [Who, number][])('answers %s with %i', async (who, status) => {
    const { as, organizationId } = whole[who]()
    const { path, ...options } = call(organizationId)
    const answer = await as(path, options)
    expect(answer.status).toBe(status)
    if (who !== 'stranger' && who !== 'nobody') return
    const text = JSON.stringify(answer.body ?? null)
    for (const hidden of [owner.organization.id, owner.organization.name, secret.name, owner.user.email]) {
      expect(text).not.toContain(hidden)
    }
  })
})

describe('another organization', () => {
  it("does not say whether an organization that is not one's own exists", async () => {
    const [theirs, none] = await Promise.all([
      stranger.call<ErrorBody>(`/api/organization?organizationId=${owner.organization.id}`),
      stranger.call<ErrorBody>('/api/organization?organizationId=org_0000000000000000'),
    ])
    const { requestId: _one, ...first } = theirs.body
    const { requestId: _two, ...second } = none.body
    expect([theirs.status, first]).toEqual([none.status, second])
  })

  it('cannot be reached by naming its token', async () => {
    const body = { countryCode: 'DE', tin: '136695976', tokenId: secret.tokenId }
    const validated = await stranger.call<ErrorBody>('/api/tinproof/validate', { body })
    expect([validated.status, validated.body.code]).toEqual([404, 'TOKEN_NOT_FOUND'])
    const deleted = await stranger.call<ErrorBody>(`/api/tokens/${secret.tokenId}`, { method: 'DELETE' })
    expect([deleted.status, deleted.body.code]).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect((await worker.validate(secret.token)).status).toBe(200)
  })

  it('cannot be slipped in beside the own one', async () => {
    const { status, body } = await stranger.call<ErrorBody>(
      `/api/tokens?organizationId=${stranger.organization.id}`,
      { headers: { 'x-organization-id': owner.organization.id } },
    )
    expect([status, body.code]).toEqual([400, 'ORGANIZATION_MISMATCH'])
    const inBody = await stranger.call<ErrorBody>(`/api/tokens?organizationId=${stranger.organization.id}`, {
      body: { name: 'Another token', organizationId: owner.organization.id },
    })
    expect([inBody.status, inBody.body.code]).toEqual([400, 'ORGANIZATION_MISMATCH'])
  })

  it('is reached by header, body or query alike by its member', async () => {
    const { id } = owner.organization
    const byHeader = await colleague.call<{ id: string }>('/api/organization', {
      headers: { 'x-organization-id': id },
    })
    const byQuery = await colleague.call<{ id: string }>(`/api/organization?organizationId=${id}`)
    const byDefault = await colleague.call<{ id: string }>('/api/organization')
    expect([byHeader.body.id, byQuery.body.id, byDefault.body.id]).toEqual([
      id,
      id,
      colleague.organization.id,
    ])
  })
})

describe('the platform administrator', () => {
  it('is nobody by the address of the settings alone: it must have been verified', async () => {
    const verified = (value: string) =>
      worker.sql(`update users set email_verified_at = ${value} where email = 'administrator@example.test'`)
    const change = () => worker.change(owner.organization.id, { tier: 'PRO' })
    await verified('null')
    await expect(change()).rejects.toThrow('ROLE_TOO_LOW')
    await verified('now()')
    await expect(change()).resolves.toBeUndefined()
  })
})
