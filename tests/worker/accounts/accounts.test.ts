import { describe, expect, it } from 'vitest'
import { type Answer, type ErrorBody, openWorker, refusal } from '#tests/worker/harness.ts'
import { hashPassword } from '#worker/accounts/passwords/password.ts'

const worker = await openWorker('accounts')

const password = 'correct horse battery'
const login = (email: string, secret = password) => worker.post('/api/login', { email, password: secret })

describe('POST /api/login', () => {
  it('hashes passwords with scrypt', async () => {
    expect(await hashPassword({}, password)).toMatch(/^scrypt\$16384\$8\$5\$[\w-]+\$[\w-]+$/)
  })

  it('ignores the case of the address', async () => {
    await worker.signUp('grace')
    const { status, headers, body } = await login('GRACE@example.test')
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'grace@example.test' })
    const [session, sign] = headers.getSetCookie()
    expect(session).toMatch(/^session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(sign).toBe('has-session=1; Max-Age=2592000; Path=/; SameSite=Lax')
  })

  it("returns the user's own first organization", async () => {
    const member = await worker.signUp('several-organizations')
    await worker.signUp('one-organization')
    await member.post('/api/user/organizations', { name: 'Second organization' })
    const [row] = await worker.sql<{ id: string }>`select organization_id as id from organization_memberships
         join users on users.id = user_id and email = 'one-organization@example.test'`
    const { body } = await login('one-organization@example.test')
    expect(body).toMatchObject({ organizationId: row?.id })
    expect(row?.id).not.toBe(member.organization.id)
  })

  it('answers the same for a wrong password and an unknown address', async () => {
    await worker.signUp('known')
    const strip = ({ status, body: { requestId: _, ...rest } }: Answer<ErrorBody>) => ({ status, ...rest })
    const wrong = strip(await login('known@example.test', 'not the password'))
    expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
    expect(strip(await login('unknown@example.test'))).toEqual(wrong)
  })
})

describe('a call from another site', () => {
  it.each([{ Origin: 'https://evil.example' }, {}, { Origin: 'null' }, { 'Sec-Fetch-Site': 'same-site' }])(
    'is refused with a session and the headers %j',
    async (headers) => {
      const { cookie } = await worker.signUp(`csrf-${crypto.randomUUID()}`)
      const options = { headers: { Cookie: cookie, ...headers } }
      const answer = await worker.post('/api/tokens', { name: 'Forged token' }, options)
      expect(refusal(answer)).toEqual([403, 'CROSS_SITE_REQUEST'])
    },
  )

  it.each(['login', 'register/init'])('cannot make a visitor sign in or up: %s', async (path) => {
    const body = { email: 'a@example.test', password }
    const answer = await worker.post(`/api/${path}`, body, { headers: { Origin: 'https://evil.example' } })
    expect(refusal(answer)).toEqual([403, 'CROSS_SITE_REQUEST'])
  })

  it('ignores the session if it carries a bearer token', async () => {
    const { cookie } = await worker.signUp('bearer-and-cookie')
    const headers = { Cookie: cookie, Authorization: 'Bearer x', Origin: 'https://evil.example' }
    expect((await worker.post('/api/tokens', { name: 'Forged token' }, { headers })).status).toBe(401)
  })

  it('cannot use a form', async () => {
    const { call } = await worker.signUp('form')
    const answer = await call('/api/tokens', {
      raw: '{"name":"Forged token"}',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
})

describe('PATCH /api/user', () => {
  const none = { firstName: null, lastName: null, timeZone: null }

  it('changes the name and the time zone, which every sign-in returns', async () => {
    const { call } = await worker.signUp('profile')
    const change = (body: unknown) => call('/api/user', { method: 'PATCH', body })
    expect(await call('/api/user')).toMatchObject({ body: none })
    expect(await change({ firstName: ' Ada ', lastName: 'Lovelace' })).toMatchObject({
      status: 200,
      body: { ...none, firstName: 'Ada', lastName: 'Lovelace' },
    })
    const changed = { firstName: 'Ada', lastName: null, timeZone: 'Europe/Berlin' }
    expect(await change({ lastName: '', timeZone: 'Europe/Berlin' })).toMatchObject({ body: changed })
    expect(await call('/api/user')).toMatchObject({ body: changed })
    expect(await login('profile@example.test')).toMatchObject({ body: changed })
    const longest = { firstName: 'x'.repeat(80), timeZone: null }
    expect(await change(longest)).toMatchObject({ body: longest })
  })

  it.each([
    {},
    { role: 'SUPER_ADMIN' },
    { firstName: null },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+01:00' },
    { timeZone: '' },
  ])('refuses %j', async (body) => {
    const { call } = await worker.signUp(`profile-${crypto.randomUUID()}`)
    expect(refusal(await call('/api/user', { method: 'PATCH', body }))).toEqual([422, 'INVALID_INPUT'])
    expect(await call('/api/user')).toMatchObject({ body: { ...none, role: null } })
  })
})
