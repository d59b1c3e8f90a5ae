import { describe, expect, it } from 'vitest'
import { type Member, openWorker, refusal } from '#tests/worker/harness.ts'
import type { AccountSecurity } from '#worker/accounts/contract.ts'

const worker = await openWorker('confirm_password')

const password = 'correct horse battery'

const confirm = (user: Pick<Member, 'post'>, secret = password) =>
  user.post('/api/user/confirm-password', { password: secret })

/** A route with nothing but the guard. */
const guarded = ({ cookie }: Pick<Member, 'cookie'>) =>
  worker.call('/api/user/confirmation', { headers: { Cookie: cookie } })
const UNCONFIRMED = [403, 'CONFIRMATION_REQUIRED']

const setConfirmedAgo = ({ user }: Member, interval: string) =>
  worker.sql`update session set confirmed_at = now() - ${interval}::interval where user_id = ${user.id}`

async function signIn({ user: { email } }: Member) {
  const { headers } = await worker.post('/api/login', { email, password })
  return { cookie: headers.get('Set-Cookie')?.split(';')[0] ?? '' }
}

describe('a sensitive change', () => {
  it('is refused until the password is confirmed', async () => {
    const user = await worker.signUp('careful')
    expect(refusal(await guarded(user))).toEqual(UNCONFIRMED)
    expect(refusal(await confirm(user, 'not the password'))).toEqual([422, 'WRONG_PASSWORD'])
    expect(refusal(await guarded(user))).toEqual(UNCONFIRMED)
    expect((await confirm(user)).status).toBe(204)
    expect((await guarded(user)).status).toBe(204)
  })

  it('is allowed for ten minutes after a sign-in with the password', async () => {
    const user = await worker.signUp('newly-signed-in')
    const session = await signIn(user)
    expect((await guarded(session)).status).toBe(204)
    await setConfirmedAgo(user, '10 minutes 1 second')
    expect(refusal(await guarded(session))).toEqual(UNCONFIRMED)
  })

  it('is allowed only in the session that confirmed', async () => {
    const user = await worker.signUp('two-browsers')
    const elsewhere = await signIn(user)
    await setConfirmedAgo(user, '10 minutes 1 second')
    await confirm(user)
    expect(refusal(await guarded(elsewhere))).toEqual(UNCONFIRMED)
  })
})

describe('what needs a confirmation', () => {
  const newPassword = 'a long new password'
  // For the calls that always need one, see isolation.test.ts.
  it.each([
    ['POST', '/api/user/change-password', { currentPassword: 'x', newPassword }],
    ['PATCH', '/api/organization/user-role', { userId: 1, role: 'manager' }],
    ['POST', '/api/tokens', { name: 'Live', permissions: { validation: true } }],
    ['POST', '/api/projects', { name: 'Web shop' }],
    ['POST', '/api/projects/1/key', {}],
    ['POST', '/api/subscription/portal', {}],
  ])('%s %s', async (method, path, body) => {
    const user = await worker.signUp()
    await worker.enableTwoFactor(user)
    const call = async () => refusal(await user.call(path, { method, body }))
    expect(await call()).toEqual(UNCONFIRMED)
    // With two-factor sign-in on, the password alone confirms nothing.
    expect(refusal(await confirm(user))).toEqual([422, 'INVALID_INPUT'])
    expect(await call()).toEqual(UNCONFIRMED)
    await setConfirmedAgo(user, '10 minutes 1 second')
    expect(await call()).toEqual(UNCONFIRMED)
    await setConfirmedAgo(user, '9 minutes 50 seconds')
    expect(await call()).not.toEqual(UNCONFIRMED)
  })

  it('is not a test token, a token without registers, or a password without two-factor sign-in', async () => {
    const user = await worker.signUp()
    const test = await user.post('/api/tokens', {
      name: 'Test',
      live: false,
      permissions: { validation: true },
    })
    const lookup = await user.post('/api/tokens', { name: 'Lookup' })
    const change = { currentPassword: password, newPassword }
    const changed = await user.post('/api/user/change-password', change)
    expect([test.status, lookup.status, changed.status]).toEqual([201, 201, 200])
  })
})

describe('POST /api/user/confirm-password', () => {
  it('refuses an account without a password', async () => {
    const user = await worker.signUp('google-only')
    await worker.sql`update users set password = null, google_sub = 'sub-1' where id = ${user.user.id}`
    expect(refusal(await confirm(user))).toEqual([409, 'PASSWORD_NOT_SET'])
  })

  it.each([{}, { password: '' }, { password: 7 }, { password: 'x'.repeat(1_025) }])(
    'refuses the body %j',
    async (body) => {
      const user = await worker.signUp(`body-${crypto.randomUUID()}`)
      const answer = await user.post('/api/user/confirm-password', body)
      expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
    },
  )
})

describe('GET /api/user/security', () => {
  it('says how the user can prove who they are', async () => {
    const user = await worker.signUp('both')
    const read = async () => (await user.call<AccountSecurity>('/api/user/security')).body
    expect(await read()).toMatchObject({ hasPassword: true, hasGoogle: false })
    await worker.sql`update users set password = null, google_sub = 'sub-2' where id = ${user.user.id}`
    expect(await read()).toMatchObject({ hasPassword: false, hasGoogle: true })
  })
})
