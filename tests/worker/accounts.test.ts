import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  cookieOf,
  countStatuses,
  type ErrorBody,
  ORIGIN,
  openWorker,
  type TestWorker,
} from './harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('accounts')
})

const password = 'correct horse battery'
const register = (email: string, more: object = {}) =>
  worker.call<ErrorBody>('/api/register', { body: { email, password, ...more } })
const login = (email: string, secret = password) =>
  worker.call<ErrorBody>('/api/login', { body: { email, password: secret } })
const me = (cookie: string) => worker.call<ErrorBody>('/api/user', { headers: { Cookie: cookie } })

describe('POST /api/register', () => {
  it('creates a user, a FREE organization, its quota and default token, and signs in', async () => {
    const { status, body, headers } = await worker.call<{
      user: { id: number }
      organization: { id: string }
    }>('/api/register', {
      body: { email: ' Ada.Lovelace@Example.test ', password, confirmPassword: password },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user: { email: 'ada.lovelace@example.test', role: null, organizationId: body.organization.id },
      organization: {
        name: "Ada Lovelace's organization",
        tier: 'FREE',
        status: 'ACTIVE',
        role: 'admin',
        usedCount: 0,
        monthlyLimit: 100,
        quota: { monthlyLimit: 100, usedCount: 0 },
      },
    })
    expect(
      await worker.sql('select name from api_tokens where organization_id = $1', [body.organization.id]),
    ).toEqual([{ name: 'default' }])
    expect((await me(cookieOf(headers))).status).toBe(200)
  })

  it('creates one account from 20 parallel registrations of one address', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register('parallel@example.test')))
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 19 })
    const [row] = await worker.sql(
      `select (select count(*) from users where email = 'parallel@example.test')::int as users,
              (select count(*) from organizations where name = 'Parallel''s organization')::int as organizations`,
    )
    expect(row).toEqual({ users: 1, organizations: 1 })
  })

  it.each([
    ['no email', { email: undefined }, 'email', 'Please enter a valid email address'],
    ['an invalid email', { email: 'ada@' }, 'email', 'Please enter a valid email address'],
    [
      'an email of 300 characters',
      { email: `${'a'.repeat(300)}@example.test` },
      'email',
      'Please enter a valid email address',
    ],
    ['a short password', { password: '1234567' }, 'password', 'Password must be at least 8 characters'],
    ['passwords that differ', { confirmPassword: 'another one' }, 'confirmPassword', "Passwords don't match"],
    ['an invalid phone number', { phoneNumber: '12' }, 'phoneNumber', 'Please enter a valid phone number'],
  ])('refuses %s', async (_what, change, path, message) => {
    const { status, body } = await register('refused@example.test', change)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'INVALID_INPUT', message, details: [{ path, message }] })
  })

  it('never stores a password in plain text', async () => {
    await register('hash@example.test')
    const [row] = await worker.sql<{ password: string }>(
      "select password from users where email = 'hash@example.test'",
    )
    expect(row?.password).toMatch(/^scrypt\$16384\$8\$5\$[\w-]+\$[\w-]+$/)
  })
})

describe('POST /api/login', () => {
  it('ignores the case of the address', async () => {
    await register('grace@example.test')
    const { status, headers, body } = await login('GRACE@example.test')
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'grace@example.test' })
    const cookie = headers.get('Set-Cookie')
    expect(cookie).toMatch(/^session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it("returns the user's own first organization", async () => {
    const member = await worker.signUp('several-organizations')
    await register('one-organization@example.test')
    await member.call('/api/organizations', { body: { name: 'Second organization' } })
    const [row] = await worker.sql<{ id: string }>(
      `select organization_id as id from organization_memberships
         join users on users.id = user_id and email = 'one-organization@example.test'`,
    )
    const { body } = await login('one-organization@example.test')
    expect(body).toMatchObject({ organizationId: row?.id })
    expect(row?.id).not.toBe(member.organization.id)
  })

  it('answers the same for a wrong password and an unknown address', async () => {
    await register('known@example.test')
    const strip = ({ status, body: { requestId: _, ...rest } }: Answer<ErrorBody>) => ({ status, ...rest })
    const wrong = strip(await login('known@example.test', 'not the password'))
    expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
    expect(strip(await login('unknown@example.test'))).toEqual(wrong)
  })

  it('counts only failures', async () => {
    await register('regular@example.test')
    await worker.redisAnswers()
    const answers = []
    for (let attempt = 0; attempt < 12; attempt++) {
      answers.push(await login('regular@example.test'))
      await worker.settle()
    }
    expect(countStatuses(answers)).toEqual({ 200: 12 })
  })

  it('still signs in while Redis is down', async () => {
    await register('outage@example.test')
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    const { status } = await login('outage@example.test')
    await worker.settle()
    await worker.fakes.clearFaults('upstash', worker.namespace)
    expect(status).toBe(200)
  })
})

describe('a call from another site', () => {
  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin at all', {}],
    ['a sandboxed page', { Origin: 'null' }],
    ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
  ] as const)('is refused with a session and %s', async (_what, headers) => {
    const member = await worker.signUp(
      `csrf-${Object.keys(headers).length}-${Object.values(headers)[0] ?? ''}`.replace(/[^\w-]/g, ''),
    )
    const { status, body } = await worker.call<ErrorBody>('/api/tokens', {
      body: { name: 'Forged token' },
      headers: { Cookie: member.cookie, ...headers },
    })
    expect([status, body.code]).toEqual([403, 'CROSS_SITE_REQUEST'])
  })

  it('cannot sign a visitor in', async () => {
    const { status } = await worker.call('/api/login', {
      body: { email: 'a@example.test', password },
      headers: { Origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
  })

  it('ignores the session if it carries a bearer token', async () => {
    const member = await worker.signUp('bearer-and-cookie')
    const { status } = await worker.call('/api/tokens', {
      body: { name: 'Forged token' },
      headers: { Cookie: member.cookie, Authorization: 'Bearer x', Origin: 'https://evil.example' },
    })
    expect(status).toBe(401)
  })

  it('cannot use a form', async () => {
    const member = await worker.signUp('form')
    const { status, body } = await worker.call<ErrorBody>('/api/tokens', {
      raw: '{"name":"Forged token"}',
      headers: { Cookie: member.cookie, Origin: ORIGIN, 'Content-Type': 'text/plain' },
    })
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
})
