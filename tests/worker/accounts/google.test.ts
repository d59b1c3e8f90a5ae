// @module-tag deep
import { decodeJwt, SignJWT } from 'jose'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { Flaw } from '#tests/fakes/google.ts'
import type { Settings } from '#tests/fakes/start.ts'
import {
  type Answer,
  cookieNamed,
  countStatuses,
  type ErrorBody,
  type Member,
  ORIGIN,
  openWorker,
  PRODUCTION,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import type { User } from '#worker/accounts/contract.ts'
import { hashRecoveryCode } from '#worker/accounts/two-factor/recovery-codes.ts'
import {
  asPerson,
  locationOf,
  openGoogleBrowsers,
  passGoogle,
  sessionOf,
  withState,
} from './google-browsers.ts'
import { countsOf, NOTHING } from './sign-up-worker.ts'

const worker = await openWorker('google')
beforeEach(async () => {
  await worker.fakes.clearFaults('google')
})

const { begin, ready, finish, signIn, me, enableTwoFactor, enterCode } = openGoogleBrowsers(worker)

const REFUSED = '/auth?error=google'
const password = 'correct horse battery'

const callWith = (settings: Settings, path: string) => worker.call(path, { settings })

const expectRefused = (answer: Answer) =>
  expect([answer.status, locationOf(answer), sessionOf(answer)]).toEqual([302, REFUSED, ''])

const accountsOf = (email: string) => countsOf(worker, email)
const ONE = { users: 1, organizations: 1, quotas: 1, tokens: 1 }

describe('GET /auth/google', () => {
  it('redirects to Google with PKCE, state and nonce, kept in a cookie for 10 minutes', async () => {
    const answer = await worker.call('/auth/google')
    expect(answer.status).toBe(302)
    const url = new URL(locationOf(answer))
    expect(`${url.origin}${url.pathname}`).toBe(`${inject('fakesUrl')}/google/auth`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: worker.settings.GOOGLE_CLIENT_ID,
      redirect_uri: `${ORIGIN}/auth/google/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^google=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const kept = decodeJwt(cookieNamed('google', answer.headers).slice('google='.length))
    expect(kept).toMatchObject({ state: url.searchParams.get('state'), nonce: url.searchParams.get('nonce') })
    expect(kept.verifier).not.toBe(url.searchParams.get('code_challenge'))
    const inProduction = await callWith(PRODUCTION, '/auth/google')
    expect(inProduction.headers.get('Set-Cookie')).toMatch(
      /^__Host-google=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('redirects to /auth without a client', async () => {
    const none = { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }
    expect(locationOf(await callWith(none, '/auth/google'))).toBe(REFUSED)
    expect(locationOf(await callWith(none, '/auth/google/callback?code=a&state=b'))).toBe(REFUSED)
    const settings = await callWith(none, '/api/settings')
    expect(settings.body).toMatchObject({ googleSignIn: false })
  })

  it('redirects to /auth if the provider is down or has another issuer', async () => {
    const fakesUrl = inject('fakesUrl')
    const another = `${fakesUrl.replace('127.0.0.1', 'localhost')}/google`
    for (const GOOGLE_ISSUER of [`${fakesUrl}/nowhere`, another])
      expect(locationOf(await callWith({ GOOGLE_ISSUER }, '/auth/google'))).toBe(REFUSED)
  })
})

describe('signing in with Google', () => {
  it('creates a user with an organization, quota and token', async () => {
    const answer = await signIn('New.Person@gmail.test')
    expect([answer.status, locationOf(answer)]).toEqual([302, '/'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await me(answer)).toMatchObject({ email: 'new.person@gmail.test', role: null })
    expect(await accountsOf('new.person@gmail.test')).toMatchObject(ONE)
    const [user] = await worker.sql`select password, google_sub is not null as is_linked
         from users where email = 'new.person@gmail.test'`
    expect(user).toEqual({ password: null, is_linked: true })
  })

  it('signs the same user in again after their Google address changed', async () => {
    const first = await me(await signIn('before@gmail.test', '100200300'))
    const again = await me(await signIn('before@gmail.test', '100200300'))
    const later = await me(await signIn('after@gmail.test', '100200300'))
    const unverified = await me(await signIn('unverified.later@gmail.test', '100200300'))
    expect([again.id, later.id, unverified.id]).toEqual([first.id, first.id, first.id])
    expect(await accountsOf('after@gmail.test')).toEqual(NOTHING)
  })

  describe('an account with the same address and a password', () => {
    const link = (answer: Answer, secret = password) =>
      worker.post<User & ErrorBody>(
        '/api/login/google',
        { password: secret },
        { headers: { Cookie: cookieNamed('sign-in', answer.headers), Origin: ORIGIN } },
      )
    const confirmationOf = (answer: Answer) =>
      worker.call('/api/user/confirmation', { headers: { Cookie: sessionOf(answer) } })
    const isLinked = async ({ user }: Member) =>
      (await worker.sql`select from users where id = ${user.id} and google_sub is not null`).length === 1

    it('is linked after its password is entered once, with an email', async () => {
      const member = await worker.signUp('linked')
      const answer = await signIn('linked@example.test')
      expect([locationOf(answer), sessionOf(answer)]).toEqual(['/auth?step=password', ''])
      expect(await isLinked(member)).toBe(false)
      const linked = await link(answer)
      expect([linked.status, linked.body.id]).toEqual([200, member.user.id])
      expect((await me(linked)).id).toBe(member.user.id)
      expect((await confirmationOf(linked)).status).toBe(204)
      expect(refusal(await confirmationOf(await signIn('linked@example.test')))).toEqual([
        403,
        'CONFIRMATION_REQUIRED',
      ])
      expect(await isLinked(member)).toBe(true)
      const emails = await worker.emailsTo('linked@example.test')
      expect(emails.map(({ subject }) => subject)).toContain('Google sign-in was added')
      expect((await me(await signIn('linked@example.test'))).id).toBe(member.user.id)
      expect(await accountsOf('linked@example.test')).toMatchObject(ONE)
      expect((await member.call('/api/user')).status).toBe(200)
      const login = await worker.post('/api/login', { email: 'linked@example.test', password })
      expect(login.status).toBe(200)
    })

    it('is not linked with a wrong password, which counts as a failed sign-in', async () => {
      const member = await worker.signUp('unlinked')
      const answer = await signIn('unlinked@example.test')
      const guesses = await times(11, (guess) => link(answer, `guess ${guess}`))
      expect(countStatuses(guesses)).toEqual({ 422: 10, 429: 1 })
      expect(await isLinked(member)).toBe(false)
    })

    it('is linked only in the browser that signed in with Google', async () => {
      await worker.signUp('bound')
      await signIn('bound@example.test')
      expect(refusal(await worker.post('/api/login/google', { password }))).toEqual([401, 'SIGN_IN_EXPIRED'])
    })

    it('is not linked to a Google account that another one was linked to in the meantime', async () => {
      const [member, other] = [await worker.signUp('late'), await worker.signUp('sooner')]
      const answer = await signIn('late@example.test', 'sub-of-both')
      await worker.sql`update users set google_sub = 'sub-of-both' where id = ${other.user.id}`
      expect(refusal(await link(answer))).toEqual([401, 'SIGN_IN_EXPIRED'])
      expect(await isLinked(member)).toBe(false)
    })

    it('is not linked if its password changed in the meantime', async () => {
      const member = await worker.signUp('outrun')
      const answer = await signIn('outrun@example.test')
      const newPassword = 'another horse battery'
      await member.post('/api/user/change-password', { currentPassword: password, newPassword })
      expect((await link(answer, newPassword)).body.code).toBe('SIGN_IN_EXPIRED')
      expect(await isLinked(member)).toBe(false)
    })

    it('also needs a code if two-factor sign-in is on, and sends an email about each', async () => {
      const member = await worker.signUp('linked-with-code')
      await enableTwoFactor(member)
      const code = 'a recovery code'
      await worker.sql`insert into recovery_codes (user_id, code_hash)
        values (${member.user.id}, ${hashRecoveryCode(code.replaceAll(' ', ''))})`
      const linked = await link(await signIn('linked-with-code@example.test'))
      expect([linked.status, linked.body, sessionOf(linked)]).toEqual([202, { twoFactorRequired: true }, ''])
      expect(await isLinked(member)).toBe(false)
      const finished = await enterCode(linked, code)
      expect((await me(finished)).id).toBe(member.user.id)
      expect(await isLinked(member)).toBe(true)
      const subjects = (await worker.emailsTo('linked-with-code@example.test')).map(({ subject }) => subject)
      expect(subjects).toEqual(
        expect.arrayContaining(['Google sign-in was added', 'A recovery code was used']),
      )
    })
  })

  it('asks for the code if two-factor sign-in is on', async () => {
    const member = await worker.signUp('google-and-code')
    await worker.sql`update users set google_sub = 'sub-of-google-and-code' where id = ${member.user.id}`
    const code = await enableTwoFactor(member)
    const answer = await signIn('google-and-code@example.test', 'sub-of-google-and-code')
    expect([locationOf(answer), sessionOf(answer)]).toEqual(['/auth?step=code', ''])
    expect(await worker.sql`select from session where user_id = ${member.user.id}`).toHaveLength(1)
    expect((await enterCode(answer, '000000x')).status).toBe(422)
    expect((await me(await enterCode(answer, code))).id).toBe(member.user.id)
  })

  it('creates the account of a pending sign-up', async () => {
    await worker.post('/api/register/init', { email: 'pending@example.test' })
    const answer = await signIn('pending@example.test')
    expect(await me(answer)).toMatchObject({ email: 'pending@example.test' })
    expect(await accountsOf('pending@example.test')).toMatchObject(ONE)
  })

  it('creates one user from ten parallel sign-ins', async () => {
    const attempts = await times(10, () => ready('twice@gmail.test'))
    const answers = await Promise.all(attempts.map(({ callback, cookie }) => finish(callback, cookie)))
    expect(answers.map(locationOf)).toEqual(Array(10).fill('/'))
    expect(await accountsOf('twice@gmail.test')).toMatchObject(ONE)
  })

  it('keeps the invitation, also if the user cancels, which is no failure', async () => {
    const { cookie, url } = await begin('?invitation=abc%26def')
    const answer = await finish(await passGoogle(url, asPerson('invited@gmail.test')), cookie)
    expect(locationOf(answer)).toBe('/#invitation=abc%26def')
    const other = await begin('?invitation=abc')
    const canceled = await passGoogle(other.url, '/cancel')
    expect(locationOf(await finish(canceled, other.cookie))).toBe('/auth#invitation=abc')
    expect(locationOf(await finish(canceled, ''))).toBe('/auth')
    const failed = await finish('/auth/google/callback?error=server_error', other.cookie)
    expect(locationOf(failed)).toBe('/auth?error=google#invitation=abc')
    const long = await begin(`?invitation=${'x'.repeat(500)}`)
    expect(decodeJwt(long.cookie.slice('google='.length))).not.toHaveProperty('invitation')
  })
})

describe('a disabled user', () => {
  const disable = (member: Member, disabled = true) =>
    worker.administrator.patch(`/api/admin/users/${member.user.id}`, {
      disabled,
      ...(disabled && { reason: 'Abuse; of the "API".' }),
    })
  const stateOf = (email: string) =>
    worker.sql`select google_sub, (select count(*)::int from session where user_id = users.id) as sessions
         from users where email = ${email}`

  it('is sent back with the reason, and signs in again once enabled', async () => {
    const member = await worker.signUp('disabled')
    await worker.sql`update users set google_sub = ${'sub-disabled'}, password = null
      where id = ${member.user.id}`
    await disable(member)
    const refused = await signIn(member.user.email, 'sub-disabled')
    expect([locationOf(refused), sessionOf(refused)]).toEqual(['/auth?error=disabled', ''])
    expect(decodeURIComponent(cookieNamed('disabled', refused.headers))).toBe(
      `disabled=This account is disabled: Abuse; of the "API". Contact ${worker.settings.SUPPORT_EMAIL}.`,
    )
    expect(await stateOf(member.user.email)).toEqual([{ google_sub: 'sub-disabled', sessions: 0 }])
    await disable(member, false)
    expect((await me(await signIn(member.user.email, 'sub-disabled'))).id).toBe(member.user.id)
  })

  it('is not linked or asked for a code', async () => {
    const unlinked = await worker.signUp('disabled-unlinked')
    const withCode = await worker.signUp('disabled-code')
    await enableTwoFactor(withCode)
    for (const member of [unlinked, withCode]) {
      await disable(member)
      const { email } = member.user
      expect(locationOf(await signIn(email))).toBe('/auth?error=disabled')
      expect(await stateOf(email)).toEqual([{ google_sub: null, sessions: 0 }])
    }
  })

  it('does not keep another account with its address from signing in', async () => {
    const other = await worker.signUp('disabled-other')
    await worker.sql`update users set google_sub = ${'sub-other'} where id = ${other.user.id}`
    const member = await worker.signUp('disabled-address')
    await disable(member)
    expect((await me(await signIn(member.user.email, 'sub-other'))).id).toBe(other.user.id)
  })
})

describe('an address that Google has not verified', () => {
  it('creates no account, and does not link or sign in to the account with it', async () => {
    expectRefused(await signIn('unverified.new@gmail.test'))
    expect(await accountsOf('unverified.new@gmail.test')).toEqual(NOTHING)
    const victim = await worker.signUp('unverified.victim')
    expectRefused(await signIn('unverified.victim@example.test'))
    const [user] = await worker.sql`select google_sub from users where id = ${victim.user.id}`
    expect(user).toEqual({ google_sub: null })
    expect((await victim.call('/api/user')).status).toBe(200)
  })

  it('refuses another Google user with a linked address', async () => {
    await signIn('owned@gmail.test', '111')
    expectRefused(await signIn('owned@gmail.test', '222'))
    expect(await accountsOf('owned@gmail.test')).toMatchObject(ONE)
  })
})

describe('the callback refuses', () => {
  const key = () => Buffer.from(worker.settings.SESSION_KEYS?.split(':')[1] ?? '', 'base64url')
  /** The cookie of a sign-in with other claims, signed again. */
  async function resigned(
    cookie: string,
    change: { exp?: number; aud?: string; nonce?: string; verifier?: string },
  ) {
    const claims = { ...decodeJwt(cookie.slice('google='.length)), ...change }
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(key())
    return `google=${token}`
  }

  it("another browser's state, a missing state and a missing code", async () => {
    const { cookie, callback } = await ready('state@gmail.test')
    expectRefused(await finish(withState(callback, 'another'), cookie))
    expectRefused(await finish(withState(callback, ''), cookie))
    expectRefused(await finish('/auth/google/callback', cookie))
    expectRefused(await finish(withState('/auth/google/callback?code=', 'x'), cookie))
    expect(await accountsOf('state@gmail.test')).toEqual(NOTHING)
  })

  it("another user's callback in this browser", async () => {
    const attacker = await ready('attacker@gmail.test')
    const victim = await begin()
    const state = new URL(victim.url).searchParams.get('state') ?? ''
    expectRefused(await finish(attacker.callback, victim.cookie))
    expectRefused(await finish(withState(attacker.callback, state), victim.cookie))
    expect(await accountsOf('attacker@gmail.test')).toEqual(NOTHING)
  })

  it('a callback with a missing, changed or unsigned cookie', async () => {
    const { cookie, callback } = await ready('cookie@gmail.test')
    const unsigned = `google=${Buffer.from('{"alg":"none"}').toString('base64url')}.${cookie.split('.')[1]}.`
    const session = `google=${(await worker.signUp('cookie')).cookie.slice('session='.length)}`
    const changed = `${cookie.slice(0, -4)}abcd`
    for (const wrong of ['', changed, unsigned, session, `google=${'x'.repeat(5_000)}`])
      expectRefused(await finish(callback, wrong))
    expect(locationOf(await finish(callback, cookie))).toBe('/')
  })

  it.each([
    ['a cookie older than 10 minutes', { exp: 1 }],
    ["another browser's nonce", { nonce: 'another' }],
    ['a code without its PKCE verifier', { verifier: 'v'.repeat(43) }],
    ['a cookie for another purpose', { aud: 'tinproof-dashboard' }],
  ])('%s', async (what, change) => {
    const email = `${what.replaceAll(/\W/g, '-')}@gmail.test`
    const { cookie, callback } = await ready(email)
    expectRefused(await finish(callback, await resigned(cookie, change)))
    expect(await accountsOf(email)).toEqual(NOTHING)
  })

  it('a used callback, even with its cookie or in a new sign-in', async () => {
    const { cookie, callback } = await ready('replay@gmail.test')
    const first = await finish(callback, cookie)
    expect(locationOf(first)).toBe('/')
    expect(first.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^google=; Max-Age=0; Path=\//))
    expectRefused(await finish(callback, cookie))
    const fresh = await begin()
    const state = new URL(fresh.url).searchParams.get('state') ?? ''
    expectRefused(await finish(withState(callback, state), fresh.cookie))
  })

  it.each<[string, Flaw]>([
    ['signed by another key', 'key'],
    ['not signed at all', 'unsigned'],
    ['signed with a shared secret', 'symmetric'],
    ['of another issuer', 'issuer'],
    ['for another client', 'audience'],
    ['with another nonce', 'nonce'],
    ['made two hours ago', 'old'],
    ['that has expired', 'expired'],
  ])('an ID token %s', async (_what, flaw) => {
    const { cookie, callback } = await ready(`flaw.${flaw}@gmail.test`)
    await worker.fakes.spoilIdToken(flaw)
    expectRefused(await finish(callback, cookie))
    expect(await accountsOf(`flaw.${flaw}@gmail.test`)).toEqual(NOTHING)
  })

  it.each(['fail', 'reset', 'garbage', 'hang'] as const)(
    'to wait for a provider that does not answer: %s',
    async (mode) => {
      const { cookie, callback } = await ready(`${mode}@gmail.test`)
      await worker.fakes.fault({ service: 'google', mode })
      expectRefused(await finish(callback, cookie))
      await worker.fakes.clearFaults('google')
      expect(locationOf(await signIn(`${mode}@gmail.test`))).toBe('/')
    },
  )

  it('more than 200 calls from one address within 10 minutes', async () => {
    await worker.redisAnswers()
    // The limit allows another call every 3 seconds.
    vi.useFakeTimers({ toFake: ['Date'] })
    const headers = { 'CF-Connecting-IP': '2001:db8::bad' }
    const answers = await times(210, () => worker.call('/auth/google/callback', { headers }))
    expect(countStatuses(answers)).toEqual({ 302: 210 })
    expect(locationOf(await worker.call('/auth/google', { headers }))).toBe(REFUSED)
    expect(locationOf(await worker.call('/auth/google'))).not.toBe(REFUSED)
  })
})
