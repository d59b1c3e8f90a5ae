import { describe, expect, it } from 'vitest'
import { countStatuses, PRODUCTION, refusal, times } from '#tests/worker/harness.ts'
import {
  FINISHED,
  NOT_OPENED,
  NOT_VERIFIED,
  NOTHING,
  ONE,
  openSignUpWorker,
  password,
  UNVERIFIED,
  VERIFIED,
} from './sign-up-worker.ts'

const { worker, openBrowser, emailsTo, tokenFor, begin, verify, countsOf, expire, callWith } =
  await openSignUpWorker('sign_up')

describe('a sign-up', () => {
  it('goes from the address through the inbox to a signed-in account', async () => {
    const email = 'ada.byron@example.test'
    const browser = openBrowser()
    const started = await browser.init(' Ada.Byron@Example.test ', { phoneNumber: '+1 (555) 010-0100' })
    expect([started.status, started.body]).toEqual([200, { isReturning: false }])
    expect((await browser.status(email)).body).toEqual(UNVERIFIED)

    const [mail] = await emailsTo(email)
    expect(mail?.subject).toBe('Verify your email address')
    const opened = await browser.open('ada.byron@example.test', await tokenFor(email))
    expect(opened.body).toEqual({ ...VERIFIED, code: null })
    expect(opened.headers.get('Cache-Control')).toBe('no-store')
    expect((await browser.status(email)).body).toEqual(VERIFIED)
    expect(await countsOf(email)).toEqual(NOTHING)

    const completed = await browser.complete('Ada.Byron@example.test')
    expect(completed.status).toBe(201)
    expect(completed.body).toMatchObject({
      user: { email, role: null, organizationId: completed.body.organization.id },
      organization: {
        id: expect.stringMatching(/^org_/),
        name: "Ada Byron's organization",
        tier: 'FREE',
        status: 'ACTIVE',
        role: 'admin',
        onboarding: 'name',
        quota: { monthlyLimit: 100, usedCount: 0 },
      },
    })
    expect((await browser.me()).body).toEqual(completed.body.user)
    expect([...browser.cookies.keys()]).toEqual(['signup', 'session', 'has-session', 'device'])
    expect((await browser.status(email)).body).toEqual(FINISHED)
    expect(refusal(await browser.complete(email))).toEqual(NOT_VERIFIED)
    expect(await countsOf(email)).toEqual(ONE)
    const [row] = await worker.sql`select phone_number from users
        where email = 'ada.byron@example.test'`
    expect(row).toEqual({ phone_number: '+15550100100' })
    const signIn = await worker.post('/api/login', { email, password })
    expect(signIn.status).toBe(200)
  })

  it('continues in the first browser with the code from the link’s page', async () => {
    const email = 'two-devices@example.test'
    const browser = openBrowser()
    await browser.init(email, { phoneNumber: '+15550100102' })
    const { body } = await openBrowser().open(email, await tokenFor(email))
    expect((await browser.status(email)).body).toEqual(UNVERIFIED)
    const entered = await browser.enterCode(email, `${body.code?.slice(0, 3)} ${body.code?.slice(3)}`)
    expect([entered.status, entered.body]).toEqual([200, VERIFIED])
    expect((await browser.status(email)).body).toEqual(VERIFIED)
    expect((await browser.complete(email)).status).toBe(201)
    expect(await worker.sql`select phone_number from users where email = ${email}`).toEqual([
      { phone_number: '+15550100102' },
    ])
  })

  it('continues in either browser if both were used, until one has finished', { tags: 'deep' }, async () => {
    const email = 'undecided@example.test'
    const { browser, token } = await begin(email)
    const phone = openBrowser()
    const { body } = await phone.open(email, token)
    await browser.enterCode(email, body.code)
    expect((await browser.complete(email)).status).toBe(201)
    expect((await phone.status(email)).body).toEqual(FINISHED)
    expect(refusal(await phone.complete(email))).toEqual(NOT_VERIFIED)
  })

  it('can be verified again in another browser or an hour later', { tags: 'deep' }, async () => {
    const { browser, token } = await begin('reopened@example.test')
    for (let time = 0; time < 12; time++) await openBrowser().open('reopened@example.test', token)
    await worker.sql`update sign_ups set opened_at = opened_at - interval '1 hour'
      where email = 'reopened@example.test'`
    const phone = openBrowser()
    expect((await phone.open('reopened@example.test', token)).body.verified).toBe(true)
    expect((await browser.open('reopened@example.test', token)).body).toEqual({ ...VERIFIED, code: null })
    expect((await browser.complete('reopened@example.test')).status).toBe(201)
    const again = await phone.open('reopened@example.test', token)
    expect(again.body).toEqual({ ...FINISHED, code: null })
  })

  it('keeps the browser’s cookie for its next sign-up', async () => {
    const { browser, token } = await begin('same-cookie@example.test')
    const before = browser.cookies.get('signup')
    await browser.open('same-cookie@example.test', token)
    await browser.init('same-cookie-again@example.test')
    expect(browser.cookies.get('signup')).toBe(before)
  })

  it('sets an HttpOnly cookie, with __Host- on https', async () => {
    const plain = await worker.post('/api/register/init', { email: 'cookie@example.test' })
    expect(plain.headers.get('Set-Cookie')).toMatch(
      /^signup=\w{32}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const secure = await callWith(PRODUCTION, { email: 'cookie@example.test' })
    expect(secure.headers.get('Set-Cookie')).toMatch(
      /^__Host-signup=\w{32}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('stores no secret in plain text', async () => {
    const browser = openBrowser()
    await browser.register('hashed@example.test')
    const token = await tokenFor('hashed@example.test')
    const { body } = await openBrowser().open('hashed@example.test', token)
    await browser.register('hashed@example.test')
    const [row] =
      await worker.sql`select to_jsonb(s)::text || coalesce(string_agg(m.sealed, ' '), '') as stored
         from sign_ups s left join mails m on true where s.email = 'hashed@example.test' group by s.id`
    for (const secret of [token, browser.cookies.get('signup'), body.code, password]) {
      expect(JSON.stringify(row)).not.toContain(secret)
    }
  })
})

describe('POST /api/register', () => {
  it('answers 202 without a session, and the link opens the account in the same browser', async () => {
    const email = 'direct@example.test'
    const browser = openBrowser()
    const { status, body } = await browser.register(' Direct@Example.test ', { phoneNumber: '+15550100103' })
    expect([status, body]).toEqual([202, { user: { email, pending: true }, organization: null }])
    expect([...browser.cookies.keys()]).toEqual(['signup'])
    expect(await countsOf(email)).toEqual(NOTHING)
    expect((await worker.post('/api/login', { email, password })).status).toBe(401)

    const opened = await browser.status(email, await tokenFor(email))
    const me = (await browser.me()).body
    expect(me).toMatchObject({ email, organizationId: expect.stringMatching(/^org_/) })
    expect(opened.body).toEqual({
      verified: true,
      organization: { id: me.organizationId, name: "Direct's organization" },
      finished: true,
      code: null,
    })
    expect((await worker.post('/api/login', { email, password })).status).toBe(200)
    expect(await countsOf(email)).toMatchObject({ users: 1, organizations: 1, quotas: 1, tokens: 1 })
  })

  const long = 'x'.repeat(10_000)
  const EMAIL = 'Please enter a valid email address'
  const PHONE = 'Please enter a valid phone number'
  const SHORT = 'Password must be at least 8 characters'
  const LONG = 'Password must be at most 1,024 characters'
  const DIFFER = "Passwords don't match"
  it.each([
    ['register', { email: undefined }, 'email', EMAIL],
    ['register', { password: '1234567' }, 'password', SHORT],
    ['register', { confirmPassword: 'another one' }, 'confirmPassword', DIFFER],
    ['register', { phoneNumber: '12' }, 'phoneNumber', PHONE],
    ['init', { email: 'ada@' }, 'email', EMAIL],
    ['init', { phoneNumber: '12' }, 'phoneNumber', PHONE],
    ['complete', { password: '1234567', confirmPassword: '1234567' }, 'password', SHORT],
    ['complete', { password: long, confirmPassword: long }, 'password', LONG],
    ['complete', { confirmPassword: 'another one' }, 'confirmPassword', DIFFER],
    ['complete', { email: `${long}@example.test` }, 'email', EMAIL],
  ] as const)('and its other steps refuse wrong fields: %s %.40j', async (step, change, path, message) => {
    const { status, body } = await openBrowser()[step]('refused@example.test', change)
    expect([status, body.code, body.message]).toEqual([422, 'INVALID_INPUT', message])
    expect(body.details?.[0]?.path).toBe(path)
  })
})

describe('GET /api/register/verification-status', () => {
  it.each([
    ['a wrong token', async () => 'x'.repeat(32)],
    ['the token of another address', async () => (await begin('other-link@example.test')).token],
  ])('verifies nothing with %s', async (what, token) => {
    const email = `${what.replaceAll(' ', '-')}@example.test`
    const { browser } = await begin(email)
    expect((await browser.status(email, await token())).body).toEqual(NOT_OPENED)
    expect(refusal(await browser.complete(email))).toEqual(NOT_VERIFIED)
  })

  it('verifies nothing with a link that has expired', async () => {
    const { browser, token } = await begin('expired@example.test')
    await expire('expired@example.test')
    const phone = openBrowser()
    expect((await phone.status('expired@example.test', token)).body).toEqual(NOT_OPENED)
    expect(phone.cookies.size).toBe(0)
    expect(refusal(await browser.complete('expired@example.test'))).toEqual(NOT_VERIFIED)
  })

  it('reveals nothing to an unrelated browser', async () => {
    await verify('private@example.test')
    const { browser: another } = await verify('another@example.test')
    for (const browser of [openBrowser(), another]) {
      const { status, body } = await browser.status('private@example.test')
      expect([status, body]).toEqual([200, UNVERIFIED])
    }
  })

  it('costs one database trip', async () => {
    const { browser, token } = await begin('trips@example.test')
    const { answered } = await worker.trips(() => browser.status('trips@example.test', token))
    expect(answered.neon).toEqual({ trips: 1, statements: 1 })
  })
})

describe('POST /api/register/verify-code', () => {
  const WRONG = [422, 'WRONG_CODE']

  /** A first browser, and the code for it. */
  async function codeFor(email: string) {
    const { browser, token } = await begin(email)
    const phone = openBrowser()
    const { body } = await phone.open(email, token)
    const code = body.code ?? ''
    return { browser, phone, token, code, wrong: code === '000000' ? '000001' : '000000' }
  }

  it('refuses a wrong code, a used one, and one of another address', async () => {
    const { browser, code, wrong } = await codeFor('code@example.test')
    const other = await codeFor('other-code@example.test')
    expect(refusal(await browser.enterCode('code@example.test', wrong))).toEqual(WRONG)
    expect(refusal(await other.browser.enterCode('code@example.test', code))).toEqual(WRONG)
    expect((await browser.enterCode('code@example.test', code)).status).toBe(200)
    expect(refusal(await browser.enterCode('code@example.test', code))).toEqual(WRONG)
  })

  it('refuses a browser that did not begin the sign-up', async () => {
    const { code } = await codeFor('stranger-code@example.test')
    const stranger = openBrowser()
    expect(refusal(await stranger.enterCode('stranger-code@example.test', code))).toEqual(WRONG)
    await stranger.init('a-sign-up-of-its-own@example.test')
    expect(refusal(await stranger.enterCode('stranger-code@example.test', code))).toEqual(WRONG)
  })

  it('accepts the code of the latest opening only', async () => {
    const email = 'renewed-code@example.test'
    const { browser, phone, token, code } = await codeFor(email)
    const { body } = await phone.open(email, token)
    if (body.code !== code) expect(refusal(await browser.enterCode(email, code))).toEqual(WRONG)
    expect((await browser.enterCode(email, body.code)).status).toBe(200)
  })

  it('refuses a code older than 15 minutes', async () => {
    const email = 'late-code@example.test'
    const { browser, code } = await codeFor(email)
    const [row] =
      await worker.sql`select code_expires_at between now() + interval '14 minutes' and now() + interval '15 minutes' as lasts
         from sign_ups where email = ${email}`
    expect(row).toEqual({ lasts: true })
    await worker.sql`update sign_ups set code_expires_at = now() - interval '1 second' where email = ${email}`
    expect(refusal(await browser.enterCode(email, code))).toEqual(WRONG)
  })

  const acceptsBelow10 = async (guesses: number) => {
    const email = `guessed-${guesses}@example.test`
    const { browser, phone, code, wrong } = await codeFor(email)
    const answers = await times(guesses, () => browser.enterCode(email, wrong))
    expect(countStatuses(answers)).toEqual({ 422: guesses })
    expect((await browser.enterCode(email, code)).status).toBe(guesses < 10 ? 200 : 422)
    expect((await phone.complete(email)).status).toBe(201)
  }
  const guessed = 'after %i wrong guesses, accepts the code only below 10'
  it.each([10])(guessed, acceptsBelow10)
  it.each([9])(guessed, { tags: 'deep' }, acceptsBelow10)
})

describe('POST /api/register/complete', () => {
  it('creates one account from 10 parallel calls', async () => {
    const { browser } = await verify('parallel@example.test')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answers = await times(10, () =>
      worker.post(
        '/api/register/complete',
        { email: 'parallel@example.test', password, confirmPassword: password },
        { headers: { Cookie: cookie, 'CF-Connecting-IP': '2001:db8:100::1' } },
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 403: 9 })
    expect(await countsOf('parallel@example.test')).toEqual(ONE)
  })

  it('refuses a missing cookie, a wrong one and that of another sign-up', async () => {
    await verify('victim@example.test')
    const wrong = openBrowser()
    wrong.cookies.set('signup-proof', 'x'.repeat(32))
    const long = openBrowser()
    long.cookies.set('signup-proof', 'x'.repeat(10_000))
    const { browser: another } = await verify('attacker@example.test')
    const session = openBrowser()
    session.cookies.set('signup-proof', (await worker.signUp('proof')).cookie.slice('session='.length))
    for (const browser of [openBrowser(), wrong, long, another, session]) {
      expect(await browser.complete('victim@example.test')).toMatchObject({
        status: 403,
        body: { code: 'NOT_VERIFIED', message: 'Not verified yet' },
      })
      expect((await browser.me()).status).toBe(401)
    }
  })

  it('refuses a second completion and keeps the password', async () => {
    const { browser } = await verify('second@example.test')
    const proof = browser.cookies.get('signup-proof') ?? ''
    await browser.complete('second@example.test')
    browser.cookies.set('signup-proof', proof)
    const again = { password: 'another password', confirmPassword: 'another password' }
    expect(refusal(await browser.complete('second@example.test', again))).toEqual(NOT_VERIFIED)
    const signIn = await worker.post('/api/login', { email: 'second@example.test', password })
    expect(signIn.status).toBe(200)
  })

  it('refuses once the link has expired, even if it was opened', async () => {
    const { browser } = await verify('late@example.test')
    await expire('late@example.test')
    expect((await browser.status('late@example.test')).body).toEqual(UNVERIFIED)
    expect(refusal(await browser.complete('late@example.test'))).toEqual(NOT_VERIFIED)
  })
})

describe('during an outage', () => {
  it('of Redis, sign-up works', { tags: 'deep' }, async () => {
    await worker.withoutRedis(async () => {
      const { browser } = await verify('no-redis@example.test')
      expect((await browser.complete('no-redis@example.test')).status).toBe(201)
    })
  })

  it('of the database, every call answers 503 and sends nothing', async () => {
    const { browser, token } = await begin('no-database@example.test')
    const proven = openBrowser()
    await proven.open('no-database@example.test', token)
    const answers = await worker.during({ service: 'neon' }, async () => [
      await browser.init('unlucky@example.test'),
      await browser.open('no-database@example.test', token),
      await proven.complete('no-database@example.test'),
      await browser.register('unlucky@example.test'),
      await browser.enterCode('no-database@example.test', '123456'),
    ])
    expect(answers.map(refusal)).toEqual(Array(5).fill([503, 'SERVICE_UNAVAILABLE']))
    expect(await emailsTo('unlucky@example.test')).toEqual([])
    expect((await browser.open('no-database@example.test', token)).body.verified).toBe(true)
  })
})
