import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Settings } from '#tests/fakes/start.ts'
import type { OpenedLink, User, VerificationStatus } from '#worker/accounts/contract.ts'
import { app } from '#worker/app.ts'
import scheduledWorker from '#worker/index.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import {
  type Answer,
  countStatuses,
  type ErrorBody,
  type Member,
  ORIGIN,
  openWorker,
  PRODUCTION,
  type TestWorker,
} from './harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('sign_up')
})

const password = 'correct horse battery'
type Completed = { user: User; organization: OrganizationDetail }
type Registered = { user: { email: string; pending: true }; organization: null }

/** A browser with its cookies and its network address. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const address = newAddress()
  async function call<Body>(path: string, body?: object): Promise<Answer<Body>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await worker.call<Body>(path, {
      ...(body && { body }),
      headers: { Origin: ORIGIN, 'CF-Connecting-IP': address, ...(cookie && { Cookie: cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    register: (email: string, more: object = {}) =>
      call<Registered & ErrorBody>('/api/register', { email, password, ...more }),
    init: (email: string, more: object = {}) =>
      call<{ isReturning: boolean } & ErrorBody>('/api/register/init', { email, ...more }),
    status: (email: string, token?: string) =>
      call<VerificationStatus & ErrorBody>(
        `/api/register/verification-status?${new URLSearchParams({ email, ...(token !== undefined && { token }) })}`,
      ),
    open: (email: string, token: string) =>
      call<OpenedLink & ErrorBody>('/api/register/verify', { email, token }),
    enterCode: (email: string, code: string | null) =>
      call<VerificationStatus & ErrorBody>('/api/register/verify-code', { email, code }),
    complete: (email: string, more: object = {}) =>
      call<Completed & ErrorBody>('/api/register/complete', {
        email,
        password,
        confirmPassword: password,
        ...more,
      }),
    me: () => call<User>('/api/user'),
  }
}

let addresses = 0
const newAddress = () => `2001:db8:5:${(++addresses).toString(16)}::1`

const UNVERIFIED = { verified: false, organization: null, finished: false }
const VERIFIED = { verified: true, organization: null, finished: false }
const FINISHED = { verified: false, organization: null, finished: true }
const NOT_OPENED = { ...UNVERIFIED, code: null }

async function emailsTo(email: string) {
  await worker.settle()
  return worker.fakes.mailbox(email)
}

/** The token in the latest email. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await emailsTo(email)
  const [link = ''] = /http\S+\/verify\?\S+/.exec(mail?.text ?? '') ?? []
  const url = new URL(link)
  expect(url.origin + url.pathname).toBe(`${ORIGIN}/verify`)
  expect(url.searchParams.get('email')).toBe(email)
  return url.searchParams.get('token') ?? ''
}

/** A browser with a pending sign-up, and the token from its email. */
async function begin(email: string) {
  const browser = openBrowser()
  expect((await browser.init(email)).status).toBe(200)
  return { browser, token: await tokenFor(email) }
}

/** A sign-up that only lacks its password. */
async function verify(email: string) {
  const { browser, token } = await begin(email)
  expect((await browser.open(email, token)).body).toEqual({ ...VERIFIED, code: null })
  return { browser, token }
}

const countsOf = async (email: string) => {
  const [row] = await worker.sql(
    `select count(distinct u.id)::int as users, count(distinct m.organization_id)::int as organizations,
            count(distinct q.organization_id)::int as quotas, count(distinct t.id)::int as tokens,
            count(distinct s.sid)::int as sessions
       from users u
       left join organization_memberships m on m.user_id = u.id
       left join organization_quotas q on q.organization_id = m.organization_id
       left join api_tokens t on t.organization_id = m.organization_id
       left join session s on s.user_id = u.id
      where u.email = $1`,
    [email],
  )
  return row
}

const expire = (email: string) =>
  worker.sql("update sign_ups set expires_at = now() - interval '1 second' where email = $1", [email])

const NOTHING = { users: 0, organizations: 0, quotas: 0, tokens: 0, sessions: 0 }

const refusal = ({ status, body }: Answer<ErrorBody>) => [status, body.code]
const NOT_VERIFIED = [403, 'NOT_VERIFIED']

describe('a sign-up', () => {
  it('goes from the address through the inbox to a signed-in account', async () => {
    const browser = openBrowser()
    const started = await browser.init(' Ada.Byron@Example.test ', { phoneNumber: '+1 (555) 010-0100' })
    expect([started.status, started.body]).toEqual([200, { isReturning: false }])
    expect((await browser.status('ada.byron@example.test')).body).toEqual(UNVERIFIED)

    const [mail] = await emailsTo('ada.byron@example.test')
    expect(mail?.subject).toBe('Verify your email address')
    const opened = await browser.open('ada.byron@example.test', await tokenFor('ada.byron@example.test'))
    expect(opened.body).toEqual({ ...VERIFIED, code: null })
    expect(opened.headers.get('Cache-Control')).toBe('no-store')
    expect((await browser.status('ada.byron@example.test')).body).toEqual(VERIFIED)
    expect(await countsOf('ada.byron@example.test')).toEqual(NOTHING)

    const completed = await browser.complete('Ada.Byron@example.test')
    expect(completed.status).toBe(201)
    expect(completed.body).toMatchObject({
      user: {
        email: 'ada.byron@example.test',
        role: null,
        organizationId: completed.body.organization.id,
      },
      organization: {
        id: expect.stringMatching(/^org_/),
        name: "Ada Byron's organization",
        tier: 'FREE',
        status: 'ACTIVE',
        role: 'admin',
        quota: { monthlyLimit: 100, usedCount: 0 },
      },
    })
    expect((await browser.me()).body).toEqual(completed.body.user)
    expect([...browser.cookies.keys()]).toEqual(['signup', 'session'])
    expect(await countsOf('ada.byron@example.test')).toEqual({
      users: 1,
      organizations: 1,
      quotas: 1,
      tokens: 1,
      sessions: 1,
    })
    const [row] = await worker.sql(
      `select phone_number, email_verified_at is not null as verified from users
        where email = 'ada.byron@example.test'`,
    )
    expect(row).toEqual({ phone_number: '+15550100100', verified: true })
    const signIn = await worker.call('/api/login', { body: { email: 'ada.byron@example.test', password } })
    expect(signIn.status).toBe(200)
  })

  it('creates no account, organization or token before the address is verified', async () => {
    await begin('early@example.test')
    expect(await countsOf('early@example.test')).toEqual(NOTHING)
    expect(await worker.sql("select id from organizations where name = 'Early''s organization'")).toEqual([])
  })

  it('continues in a second tab of the browser, and the first tab learns how it ended', async () => {
    const email = 'two-tabs@example.test'
    const { browser, token } = await begin(email)
    await browser.open(email, token)
    expect((await browser.status(email)).body).toEqual(VERIFIED)
    expect((await browser.complete(email)).status).toBe(201)
    expect((await browser.status(email)).body).toEqual(FINISHED)
    expect(refusal(await browser.complete(email))).toEqual(NOT_VERIFIED)
  })

  it('can be completed in the browser that opened the link, without the phone number typed in the first', async () => {
    const email = 'on-the-phone@example.test'
    const browser = openBrowser()
    await browser.init(email, { phoneNumber: '+15550100101' })
    const phone = openBrowser()
    const { body } = await phone.open(email, await tokenFor(email))
    expect(body).toEqual({ ...VERIFIED, code: expect.stringMatching(/^\d{6}$/) })
    expect((await phone.complete(email)).status).toBe(201)
    expect((await browser.status(email)).body).toEqual(FINISHED)
    expect(refusal(await browser.complete(email))).toEqual(NOT_VERIFIED)
    expect((await browser.me()).status).toBe(401)
    expect(await worker.sql('select phone_number from users where email = $1', [email])).toEqual([
      { phone_number: null },
    ])
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
    expect(await worker.sql('select phone_number from users where email = $1', [email])).toEqual([
      { phone_number: '+15550100102' },
    ])
  })

  it('continues in either browser if both were used, until one has finished', async () => {
    const email = 'undecided@example.test'
    const { browser, token } = await begin(email)
    const phone = openBrowser()
    const { body } = await phone.open(email, token)
    await browser.enterCode(email, body.code)
    expect((await browser.complete(email)).status).toBe(201)
    expect((await phone.status(email)).body).toEqual(FINISHED)
    expect(refusal(await phone.complete(email))).toEqual(NOT_VERIFIED)
  })

  it('can be verified again in another browser or an hour later', async () => {
    const { browser, token } = await begin('reopened@example.test')
    for (let time = 0; time < 12; time++) await openBrowser().open('reopened@example.test', token)
    await worker.sql(
      "update sign_ups set opened_at = opened_at - interval '1 hour' where email = 'reopened@example.test'",
    )
    const phone = openBrowser()
    expect((await phone.open('reopened@example.test', token)).body.verified).toBe(true)
    expect((await browser.open('reopened@example.test', token)).body).toEqual({ ...VERIFIED, code: null })
    expect((await browser.complete('reopened@example.test')).status).toBe(201)
    const again = await phone.open('reopened@example.test', token)
    expect(again.body).toEqual({ ...FINISHED, code: null })
  })

  it('works with the GET call of other clients', async () => {
    const { browser, token } = await begin('client@example.test')
    const opened = await browser.status('client@example.test', token)
    expect(opened.body).toEqual({ ...VERIFIED, code: null })
    expect(opened.headers.get('Cache-Control')).toBe('no-store')
    expect((await browser.complete('client@example.test')).status).toBe(201)
  })

  it('keeps the browser’s cookie for its next sign-up', async () => {
    const { browser, token } = await begin('same-cookie@example.test')
    const before = browser.cookies.get('signup')
    await browser.open('same-cookie@example.test', token)
    await browser.init('same-cookie-again@example.test')
    expect(browser.cookies.get('signup')).toBe(before)
  })

  it('sets an HttpOnly cookie, with __Host- on https', async () => {
    const plain = await worker.call('/api/register/init', { body: { email: 'cookie@example.test' } })
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
    const [row] = await worker.sql(
      `select to_jsonb(s)::text || coalesce(string_agg(m.sealed, ' '), '') as stored
         from sign_ups s left join mails m on true where s.email = 'hashed@example.test' group by s.id`,
    )
    for (const secret of [token, browser.cookies.get('signup'), body.code, password]) {
      expect(JSON.stringify(row)).not.toContain(secret)
    }
  })
})

describe('POST /api/register/init', () => {
  it('recognizes a returning browser, and keeps its earlier links', async () => {
    const email = 'returning@example.test'
    const { browser, token } = await begin(email)
    expect((await browser.init(email)).body).toEqual({ isReturning: true })
    expect(await tokenFor(email)).not.toBe(token)
    expect((await browser.open(email, token)).body.verified).toBe(true)
    expect((await browser.complete(email)).status).toBe(201)
    expect(await countsOf(email)).toMatchObject({ organizations: 1, tokens: 1 })
  })

  it('neither reveals a sign-up to another browser nor changes it', async () => {
    const email = 'untouched@example.test'
    const { browser, token } = await begin(email)
    const rows = () => worker.sql('select * from sign_ups where email = $1 order by id limit 1', [email])
    const before = await rows()
    const another = await openBrowser().init(email)
    expect([another.status, another.body]).toEqual([200, { isReturning: false }])
    expect(await rows()).toEqual(before)
    expect((await browser.open(email, token)).body.verified).toBe(true)
  })

  it('answers 20 parallel calls without creating an account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        worker.call('/api/register/init', { body: { email: 'rush@example.test' } }),
      ),
    )
    const { 200: accepted = 0, 429: refused = 0 } = countStatuses(answers)
    expect([accepted + refused, accepted > 0]).toEqual([20, true])
    expect(await countsOf('rush@example.test')).toEqual(NOTHING)
    const mails = await emailsTo('rush@example.test')
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['Verify your email address']))
    expect(mails).toHaveLength(accepted)
  })

  describe('with the address of an account', () => {
    const strip = ({ status, headers, body }: Answer) => ({
      status,
      body,
      headers: Object.fromEntries(
        [...headers]
          .filter(([name]) => !['x-request-id', 'server-timing'].includes(name))
          .map(([name, value]) => [name, value.replace(/signup=\w+/, 'signup=…')]),
      ),
    })

    it('answers like any other address and sends a different email', async () => {
      await worker.signUp('owner')
      const before = await worker.sql("select * from users where email = 'owner@example.test'")
      const [known, unknown] = [openBrowser(), openBrowser()]
      for (const isReturning of [false, true]) {
        const answer = strip(await known.init('owner@example.test'))
        expect(answer.body).toEqual({ isReturning })
        expect(strip(await unknown.init('no-owner@example.test'))).toEqual(answer)
      }
      const mails = await emailsTo('owner@example.test')
      expect(mails.map(({ subject }) => subject)).toEqual(
        Array(2).fill('You already have a Tinproof account'),
      )
      expect(mails[0]?.text).toContain(`${ORIGIN}/auth`)
      expect(mails[0]?.text).not.toContain('/verify')
      expect(await worker.sql("select * from users where email = 'owner@example.test'")).toEqual(before)
      expect(refusal(await known.complete('owner@example.test'))).toEqual(NOT_VERIFIED)
      expect((await known.status('owner@example.test')).body).toEqual(UNVERIFIED)
    })

    it('answers the same to a registration with a password', async () => {
      await worker.signUp('registered')
      const [known, unknown] = [openBrowser(), openBrowser()]
      const answer = strip(await known.register('registered@example.test'))
      const other = strip(await unknown.register('not-registered@example.test'))
      expect(answer).toMatchObject({ status: 202, body: { user: { email: 'registered@example.test' } } })
      expect({ ...other, body: null }).toEqual({ ...answer, body: null })
      const [mail] = await emailsTo('registered@example.test')
      expect(mail?.subject).toBe('You already have a Tinproof account')
      const login = await worker.call('/api/login', {
        body: { email: 'registered@example.test', password },
      })
      expect(login.status).toBe(200)
    })

    it('answers the same for a Google-only account', async () => {
      await worker.sql("insert into users (email, google_sub) values ('google@example.test', '4711')")
      const browser = openBrowser()
      expect((await browser.init('google@example.test')).status).toBe(200)
      const [mail] = await emailsTo('google@example.test')
      expect(mail?.subject).toBe('You already have a Tinproof account')
    })

    describe('compared with an unknown or pending one', () => {
      /** workerd's clock has whole milliseconds, so a sample is the sum of several calls. */
      const MEASURES = 20
      const CALLS = 4
      const WARM_UP = 2
      /** A nearby Neon, in milliseconds. With a local PostgreSQL, other work on the machine dominates. */
      const DISTANCE = 20
      const kinds = ['unknown', 'pending', 'existing'] as const
      type Kind = (typeof kinds)[number]
      type Times = Record<Kind, number>
      let series = 0

      /** Email addresses that no other series has used. */
      async function newAddresses(count: number) {
        const domain = `series-${++series}.test`
        await worker.sql(
          `insert into users (email, password)
           select 'existing-' || number || '@' || $2, 'x' from generate_series(0, $1::int - 1) as number`,
          [count, domain],
        )
        await worker.sql(
          `insert into sign_ups (email, token, browser, expires_at)
           select 'pending-' || number || '@' || $2, $2 || number, 'x', now() + interval '1 day'
             from generate_series(0, $1::int - 1) as number`,
          [count, domain],
        )
        return (kind: Kind, number: number) => `${kind}-${number}@${domain}`
      }

      async function timeOf(email: string): Promise<number> {
        const browser = openBrowser()
        const startedAt = performance.now()
        const { status } = await browser.init(email)
        const time = performance.now() - startedAt
        expect(status).toBe(200)
        await worker.settle()
        return time
      }

      /** Run by `npm run bench:accounts`. */
      it.runIf(inject('bench'))(
        'takes the same time, the medians within 10 %',
        { timeout: 90_000 },
        async () => {
          const emailOf = await newAddresses((MEASURES + WARM_UP) * CALLS)
          await worker.fakes.fault({
            service: 'neon',
            mode: 'slow',
            ms: DISTANCE,
            namespace: worker.namespace,
          })
          const measures: Times[] = []
          for (let measure = 0; measure < MEASURES + WARM_UP; measure++) {
            const times: Times = { unknown: 0, pending: 0, existing: 0 }
            for (let call = 0; call < CALLS * kinds.length; call++) {
              const round = measure * CALLS + Math.floor(call / kinds.length)
              const kind = kinds[(call + round) % kinds.length] ?? 'unknown'
              times[kind] += await timeOf(emailOf(kind, round))
            }
            if (measure >= WARM_UP) measures.push(times)
          }
          await worker.fakes.clearFaults('neon', worker.namespace)
          const medians = kinds.map((kind) => median(measures.map((times) => times[kind])))
          console.log(`sign-up, ${kinds.join(', ')}: medians of ${medians.join(', ')} ms for ${CALLS} calls`)
          expect(Math.max(...medians) / Math.min(...medians), `medians ${medians}`).toBeLessThan(1.1)
        },
      )

      it('makes the same trips: one to the database and two to send the email', async () => {
        const emailOf = await newAddresses(1)
        await openBrowser().init('warm-up@example.test')
        await worker.redisAnswers()
        const trips = []
        for (const kind of kinds) {
          const browser = openBrowser()
          const { after } = await worker.trips(() => browser.init(emailOf(kind, 0)))
          trips.push(after)
        }
        const expected = {
          neon: { trips: 3, statements: 3 },
          upstash: { trips: 2, commands: 2 },
          mail: { trips: 1, mails: 1 },
        }
        expect(trips).toMatchObject([expected, expected, expected])
      })
    })
  })

  it('sends an address at most 5 emails an hour', async () => {
    await worker.redisAnswers()
    const answers = []
    for (let call = 0; call < 6; call++)
      answers.push(await openBrowser().init('flooded-by-sign-ups@example.test'))
    expect(countStatuses(answers)).toEqual({ 200: 5, 429: 1 })
    const last = answers.at(-1)
    expect(last?.body.code).toBe('RATE_LIMITED')
    expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await emailsTo('flooded-by-sign-ups@example.test')).toHaveLength(5)
  })

  it.each([
    ['no e-mail', { email: undefined }, 'email', 'Please enter a valid email address'],
    ['a wrong e-mail', { email: 'ada@' }, 'email', 'Please enter a valid email address'],
    [
      'an e-mail of 10,000 characters',
      { email: `${'a'.repeat(10_000)}@example.test` },
      'email',
      'Please enter a valid email address',
    ],
    ['a wrong phone number', { phoneNumber: '12' }, 'phoneNumber', 'Please enter a valid phone number'],
    [
      'a phone number of 10,000 digits',
      { phoneNumber: '1'.repeat(10_000) },
      'phoneNumber',
      'Please enter a valid phone number',
    ],
  ])('refuses %s', async (_what, change, path, message) => {
    const { status, body } = await openBrowser().init('refused@example.test', change)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'INVALID_INPUT', message, details: [{ path, message }] })
  })

  it('treats any address as text', async () => {
    const email = "o'brien+drop_table@example.test"
    const { browser, token } = await begin(email)
    await browser.open(email, token)
    expect((await browser.complete(email)).status).toBe(201)
  })

  it('cannot be called from another site', async () => {
    const { status } = await worker.call('/api/register/init', {
      body: { email: 'evil@example.test' },
      headers: { Origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
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
    expect((await worker.call('/api/login', { body: { email, password } })).status).toBe(401)

    const opened = await browser.status(email, await tokenFor(email))
    const me = (await browser.me()).body
    expect(me).toMatchObject({ email, organizationId: expect.stringMatching(/^org_/) })
    expect(opened.body).toEqual({
      verified: true,
      organization: { id: me.organizationId, name: "Direct's organization" },
      finished: true,
      code: null,
    })
    expect((await worker.call('/api/login', { body: { email, password } })).status).toBe(200)
    expect(await countsOf(email)).toMatchObject({ users: 1, organizations: 1, quotas: 1, tokens: 1 })
  })

  it('drops the waiting password when another browser opens the link', async () => {
    const email = 'another-browser@example.test'
    const browser = openBrowser()
    await browser.register(email)
    const token = await tokenFor(email)
    const phone = openBrowser()
    expect((await phone.open(email, token)).body).toMatchObject({ ...VERIFIED, code: expect.any(String) })
    expect((await browser.open(email, token)).body).toEqual({ ...VERIFIED, code: null })
    const other = { password: 'a password of the phone', confirmPassword: 'a password of the phone' }
    expect((await phone.complete(email, other)).status).toBe(201)
    expect((await worker.call('/api/login', { body: { email, password } })).status).toBe(401)
    expect(
      await worker.sql('select id from sign_ups where email = $1 and password is not null', [email]),
    ).toEqual([])
  })

  it('creates one account from 20 parallel openings of the link', async () => {
    const email = 'parallel-links@example.test'
    const browser = openBrowser()
    await browser.register(email)
    const token = await tokenFor(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.open(email, token)))
    expect(answers.filter(({ body }) => body.organization !== null)).toHaveLength(1)
    expect(await countsOf(email)).toMatchObject({ users: 1, organizations: 1, sessions: 1 })
  })

  it.each([
    ['no email', { email: undefined }, 'email', 'Please enter a valid email address'],
    ['an invalid email', { email: 'ada@' }, 'email', 'Please enter a valid email address'],
    ['a short password', { password: '1234567' }, 'password', 'Password must be at least 8 characters'],
    ['passwords that differ', { confirmPassword: 'another one' }, 'confirmPassword', "Passwords don't match"],
    ['an invalid phone number', { phoneNumber: '12' }, 'phoneNumber', 'Please enter a valid phone number'],
  ])('refuses %s', async (_what, change, path, message) => {
    const { status, body } = await openBrowser().register('refused@example.test', change)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'INVALID_INPUT', message, details: [{ path, message }] })
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

  it('verifies nothing with a used link, and says that the sign-up is finished', async () => {
    const { browser, token } = await verify('used@example.test')
    await browser.complete('used@example.test')
    const phone = openBrowser()
    expect((await phone.status('used@example.test', token)).body).toEqual({ ...FINISHED, code: null })
    expect(phone.cookies.size).toBe(0)
    expect(refusal(await phone.complete('used@example.test'))).toEqual(NOT_VERIFIED)
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

  it.each([
    ['email', `email=${'a'.repeat(10_000)}@example.test`],
    ['token', `email=long@example.test&token=${'x'.repeat(10_000)}`],
    ['token', 'email=empty@example.test&token='],
  ])('refuses a wrong %s', async (path, question) => {
    const { status, body } = await worker.call<ErrorBody>(`/api/register/verification-status?${question}`)
    expect([status, body.details?.[0]?.path]).toEqual([422, path])
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

  it('refuses a wrong code, and one of another address', async () => {
    const { browser, code, wrong } = await codeFor('code@example.test')
    const other = await codeFor('other-code@example.test')
    expect(refusal(await browser.enterCode('code@example.test', wrong))).toEqual(WRONG)
    expect(refusal(await other.browser.enterCode('code@example.test', code))).toEqual(WRONG)
    expect((await browser.enterCode('code@example.test', code)).status).toBe(200)
  })

  it('refuses a browser that did not begin the sign-up', async () => {
    const { code } = await codeFor('stranger-code@example.test')
    const stranger = openBrowser()
    expect(refusal(await stranger.enterCode('stranger-code@example.test', code))).toEqual(WRONG)
    await stranger.init('a-sign-up-of-its-own@example.test')
    expect(refusal(await stranger.enterCode('stranger-code@example.test', code))).toEqual(WRONG)
  })

  it('accepts a code once', async () => {
    const { browser, code } = await codeFor('once-code@example.test')
    expect((await browser.enterCode('once-code@example.test', code)).status).toBe(200)
    expect(refusal(await browser.enterCode('once-code@example.test', code))).toEqual(WRONG)
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
    const [row] = await worker.sql(
      `select code_expires_at between now() + interval '14 minutes' and now() + interval '15 minutes' as lasts
         from sign_ups where email = $1`,
      [email],
    )
    expect(row).toEqual({ lasts: true })
    await worker.sql("update sign_ups set code_expires_at = now() - interval '1 second' where email = $1", [
      email,
    ])
    expect(refusal(await browser.enterCode(email, code))).toEqual(WRONG)
  })

  it.each([9, 10])('after %i wrong guesses, accepts the code only below 10', async (guesses) => {
    const email = `guessed-${guesses}@example.test`
    const { browser, phone, code, wrong } = await codeFor(email)
    const answers = await Promise.all(Array.from({ length: guesses }, () => browser.enterCode(email, wrong)))
    expect(countStatuses(answers)).toEqual({ 422: guesses })
    expect((await browser.enterCode(email, code)).status).toBe(guesses < 10 ? 200 : 422)
    expect((await phone.complete(email)).status).toBe(201)
  })

  it.each(['12345', '1234567', 'abcdef', ''])('refuses the code "%s" as invalid', async (code) => {
    const { status, body } = await openBrowser().enterCode('fields@example.test', code)
    expect([status, body.code, body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', 'code'])
  })
})

describe('an attacker who knows the address', () => {
  /** Does what it can with its own sign-up, after each step of the owner. */
  function openAttacker(email: string) {
    const browser = openBrowser()
    return {
      browser,
      begin: () => browser.init(email),
      attempt: async () => {
        expect((await browser.status(email)).body.verified).toBe(false)
        expect(refusal(await browser.complete(email))).toEqual(NOT_VERIFIED)
        expect(refusal(await browser.enterCode(email, '123456'))).toEqual([422, 'WRONG_CODE'])
        expect((await browser.me()).status).toBe(401)
      },
    }
  }

  it.each(['before', 'after', 'before and after'])(
    'and begins %s the owner gets no account',
    async (when) => {
      const email = `begun-${when.replaceAll(' ', '-')}@example.test`
      const attacker = openAttacker(email)
      if (when.startsWith('before')) await attacker.begin()
      const owner = openBrowser()
      await owner.init(email)
      if (when.endsWith('after')) await attacker.begin()
      await attacker.attempt()
      // The newest email may be the attacker's.
      const opened = await owner.open(email, await tokenFor(email))
      expect(opened.body).toEqual({ ...VERIFIED, code: null })
      await attacker.attempt()
      expect((await owner.status(email)).body).toEqual(VERIFIED)
      expect((await owner.complete(email)).status).toBe(201)
      await attacker.attempt()
      expect((await owner.me()).body).toMatchObject({ email })
    },
  )

  it('cannot use a link that it requested and the owner opens in another browser', async () => {
    const email = 'lured@example.test'
    const attacker = openAttacker(email)
    await attacker.begin()
    const owner = openBrowser()
    expect((await owner.open(email, await tokenFor(email))).body.code).toMatch(/^\d{6}$/)
    await attacker.attempt()
    expect((await owner.complete(email)).status).toBe(201)
    await attacker.attempt()
  })

  it('cannot plant a password or a phone number', async () => {
    const email = 'planted@example.test'
    const attacker = openBrowser()
    await attacker.register(email, { password: 'the attacker’s choice', phoneNumber: '+15550100666' })
    const owner = openBrowser()
    expect((await owner.open(email, await tokenFor(email))).body).toMatchObject(VERIFIED)
    expect((await owner.complete(email)).status).toBe(201)
    const login = (secret: string) => worker.call('/api/login', { body: { email, password: secret } })
    expect((await login('the attacker’s choice')).status).toBe(401)
    expect((await login(password)).status).toBe(200)
    expect(await worker.sql('select phone_number from users where email = $1', [email])).toEqual([
      { phone_number: null },
    ])
  })

  it('learns nothing about a sign-up that it did not start', async () => {
    const email = 'unobserved@example.test'
    const attacker = openBrowser()
    await attacker.init(email)
    const { browser: owner, token } = await begin(email)
    await owner.open(email, token)
    await owner.complete(email)
    expect((await attacker.status(email)).body).toEqual(UNVERIFIED)
  })

  it('and registers many addresses gets neither an account nor a session', async () => {
    const attacker = openBrowser()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => attacker.register(`crowd-${index}@example.test`)),
    )
    expect(countStatuses(answers)).toEqual({ 202: 12 })
    expect([...attacker.cookies.keys()]).toEqual(['signup'])
    expect((await attacker.me()).status).toBe(401)
    expect(await worker.sql("select id from users where email like 'crowd-%'")).toEqual([])
  })
})

describe('POST /api/register/complete', () => {
  it('creates one account from 10 parallel calls', async () => {
    const { browser } = await verify('parallel@example.test')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        worker.call('/api/register/complete', {
          body: { email: 'parallel@example.test', password, confirmPassword: password },
          headers: { Cookie: cookie, 'CF-Connecting-IP': '2001:db8:100::1' },
        }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 403: 9 })
    expect(await countsOf('parallel@example.test')).toEqual({
      users: 1,
      organizations: 1,
      quotas: 1,
      tokens: 1,
      sessions: 1,
    })
  })

  it('requires the link to be opened first', async () => {
    const { browser } = await begin('impatient@example.test')
    const answer = await browser.complete('impatient@example.test')
    expect(refusal(answer)).toEqual(NOT_VERIFIED)
    expect(answer.body.message).toBe('Not verified yet')
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
      expect(refusal(await browser.complete('victim@example.test'))).toEqual(NOT_VERIFIED)
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
    const signIn = await worker.call('/api/login', { body: { email: 'second@example.test', password } })
    expect(signIn.status).toBe(200)
  })

  it('refuses once the link has expired, even if it was opened', async () => {
    const { browser } = await verify('late@example.test')
    await expire('late@example.test')
    expect((await browser.status('late@example.test')).body).toEqual(UNVERIFIED)
    expect(refusal(await browser.complete('late@example.test'))).toEqual(NOT_VERIFIED)
  })

  it.each([
    ['a short password', { password: '1234567', confirmPassword: '1234567' }, 'password'],
    [
      'a password of 10,000 characters',
      { password: 'x'.repeat(10_000), confirmPassword: 'x'.repeat(10_000) },
      'password',
    ],
    ['passwords that differ', { confirmPassword: 'another one' }, 'confirmPassword'],
    ['no second password', { confirmPassword: undefined }, 'confirmPassword'],
    ['an e-mail of 10,000 characters', { email: `${'a'.repeat(10_000)}@example.test` }, 'email'],
  ])('refuses %s', async (_what, change, path) => {
    const { status, body } = await openBrowser().complete('fields@example.test', change)
    expect([status, body.code, body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', path])
  })
})

describe('an invited person', () => {
  /** The token in the invitation's email. */
  async function invited(email: string, by: Member, role = 'manager'): Promise<string> {
    const sent = await by.call('/api/organization/invite', { body: { email, role } })
    expect(sent.status).toBe(201)
    const [mail] = await emailsTo(email)
    return /invitation=([0-9A-Za-z]{32})/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const organizationsOf = async (email: string) =>
    worker.sql(
      `select organization_id as id, m.role from organization_memberships m
         join users u on u.id = user_id where u.email = $1`,
      [email],
    )

  it('joins the organization when the sign-up is finished, and gets no other', async () => {
    const host = await worker.signUp('host')
    const email = 'invited@example.test'
    const invitation = await invited(email, host)
    const browser = openBrowser()
    await browser.init(email, { invitation })
    await browser.open(email, await tokenFor(email))
    const { body } = await browser.complete(email)
    expect(body.organization).toMatchObject({ id: host.organization.id, role: 'manager' })
    expect(body.user.organizationId).toBe(host.organization.id)
    expect(await organizationsOf(email)).toEqual([{ id: host.organization.id, role: 'manager' }])
    expect(await worker.sql('select status from organization_invitations where email = $1', [email])).toEqual(
      [{ status: 'accepted' }],
    )
  })

  it('joins in another browser, and with a password that waited', async () => {
    const host = await worker.signUp('other-host')
    const emails = ['invited-phone@example.test', 'invited-password@example.test'] as const
    const [first, second] = await Promise.all(emails.map((email) => invited(email, host)))
    await openBrowser().init(emails[0], { invitation: first })
    const phone = openBrowser()
    await phone.open(emails[0], await tokenFor(emails[0]))
    expect((await phone.complete(emails[0])).body.organization.id).toBe(host.organization.id)
    const browser = openBrowser()
    await browser.register(emails[1], { invitation: second })
    const opened = await browser.open(emails[1], await tokenFor(emails[1]))
    expect(opened.body.organization?.id).toBe(host.organization.id)
  })

  it.each([
    ['withdrawn', "status = 'revoked'"],
    ['expired', "expires_at = now() - interval '1 second'"],
    ['used', "status = 'accepted'"],
  ])('gets their own organization if the invitation was %s in the meantime', async (what, set) => {
    const host = await worker.signUp(`host-${what}`)
    const email = `invited-${what}@example.test`
    const browser = openBrowser()
    await browser.init(email, { invitation: await invited(email, host) })
    await browser.open(email, await tokenFor(email))
    await worker.sql(`update organization_invitations set ${set} where email = $1`, [email])
    expect((await browser.complete(email)).body.organization.role).toBe('admin')
    expect(await organizationsOf(email)).toEqual([
      { id: expect.not.stringContaining(host.organization.id), role: 'admin' },
    ])
  })

  it('does not join an organization whose invitation they did not open', async () => {
    const host = await worker.signUp('pushy-host')
    const email = 'uninterested@example.test'
    await invited(email, host)
    const browser = openBrowser()
    await browser.init(email)
    await browser.open(email, await tokenFor(email))
    expect((await browser.complete(email)).body.organization.role).toBe('admin')
    expect(await organizationsOf(email)).toHaveLength(1)
  })

  it('cannot use the invitation of another address', async () => {
    const host = await worker.signUp('careful-host')
    const invitation = await invited('meant@example.test', host)
    const email = 'not-meant@example.test'
    const browser = openBrowser()
    await browser.init(email, { invitation })
    await browser.open(email, await tokenFor(email))
    expect((await browser.complete(email)).body.organization.id).not.toBe(host.organization.id)
  })
})

describe('during an outage', () => {
  it('of the email service, sign-up works and the email arrives later', async () => {
    await worker.fakes.fault({ service: 'mail', mode: 'fail', namespace: worker.namespace })
    const browser = openBrowser()
    expect((await browser.init('patient@example.test')).status).toBe(200)
    expect(await emailsTo('patient@example.test')).toEqual([])
    await worker.fakes.clearFaults('mail', worker.namespace)
    await worker.sql('update mails set next_attempt_at = now()')
    await runCron()
    const token = await tokenFor('patient@example.test')
    await browser.open('patient@example.test', token)
    expect((await browser.complete('patient@example.test')).status).toBe(201)
  })

  it('of Redis, sign-up works', async () => {
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    const { browser } = await verify('no-redis@example.test')
    const { status } = await browser.complete('no-redis@example.test')
    await worker.fakes.clearFaults('upstash', worker.namespace)
    await worker.redisAnswers()
    expect(status).toBe(201)
  })

  it('of the database, every call answers 503 and sends nothing', async () => {
    const { browser, token } = await begin('no-database@example.test')
    const proven = openBrowser()
    await proven.open('no-database@example.test', token)
    await worker.fakes.fault({ service: 'neon', mode: 'fail', namespace: worker.namespace })
    const answers = [
      await browser.init('unlucky@example.test'),
      await browser.open('no-database@example.test', token),
      await proven.complete('no-database@example.test'),
      await browser.register('unlucky@example.test'),
      await browser.enterCode('no-database@example.test', '123456'),
    ]
    await worker.settle()
    await worker.fakes.clearFaults('neon', worker.namespace)
    expect(answers.map(refusal)).toEqual(Array(5).fill([503, 'SERVICE_UNAVAILABLE']))
    expect(await emailsTo('unlucky@example.test')).toEqual([])
    expect((await browser.open('no-database@example.test', token)).body.verified).toBe(true)
  })
})

describe('with reCAPTCHA', () => {
  let uses = 0
  const proof = (action: string, score: number) => `${action}:${score}:${++uses}`
  const start = (email: string, recaptchaToken?: string, settings: Settings = {}) =>
    callWith(
      { ...recaptcha(), ...settings },
      { email, ...(recaptchaToken !== undefined && { recaptchaToken }) },
    )
  const recaptcha = (): Settings => ({
    RECAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET: `recaptcha_${worker.namespace}`,
    RECAPTCHA_URL: `${inject('fakesUrl')}/recaptcha/siteverify`,
  })

  it('accepts a person', async () => {
    expect((await start('person@example.test', proof('signup', 0.5))).status).toBe(200)
    expect(await emailsTo('person@example.test')).toHaveLength(1)
  })

  it.each([
    ['no token', () => undefined],
    ['an empty token', () => ''],
    ['a made-up token', () => 'made-up'],
    ['a token of another action', () => proof('login', 0.9)],
    ['a low score', () => proof('signup', 0.4)],
  ])('refuses %s', async (what, token) => {
    const email = `${what.replaceAll(' ', '-')}@recaptcha.test`
    expect(refusal(await start(email, token()))).toEqual([403, 'RECAPTCHA_FAILED'])
    expect(await emailsTo(email)).toEqual([])
    expect(await worker.sql('select id from sign_ups where email = $1', [email])).toEqual([])
    const registered = await callWith(
      recaptcha(),
      { email, password, recaptchaToken: token() },
      '/api/register',
    )
    expect(refusal(registered)).toEqual([403, 'RECAPTCHA_FAILED'])
    expect(await emailsTo(email)).toEqual([])
  })

  it('refuses a used token', async () => {
    const token = proof('signup', 0.9)
    await start('used-1@recaptcha.test', token)
    expect(refusal(await start('used-2@recaptcha.test', token))).toEqual([403, 'RECAPTCHA_FAILED'])
  })

  it.each(['fail', 'reset', 'hang', 'garbage'] as const)(
    'lets sign-ups through if the service responds with: %s',
    async (mode) => {
      await worker.fakes.fault({ service: 'recaptcha', mode, namespace: worker.namespace })
      const { status } = await start(`${mode}@recaptcha.test`, proof('signup', 0.9))
      await worker.fakes.clearFaults('recaptcha', worker.namespace)
      expect(status).toBe(200)
    },
  )

  it('lets sign-ups through if the secret is wrong', async () => {
    const settings = { RECAPTCHA_SECRET: 'wrong' }
    expect((await start('secret@recaptcha.test', proof('signup', 0.9), settings)).status).toBe(200)
  })

  it('is off without a secret', async () => {
    const browser = openBrowser()
    const { answered } = await worker.trips(() => browser.init('no-proof@example.test'))
    expect(answered.recaptcha.trips).toBe(0)
  })
})

/** A call of a Worker with other settings. */
async function callWith(
  settings: Settings,
  body: object,
  path = '/api/register/init',
): Promise<Answer<ErrorBody>> {
  const work: Promise<unknown>[] = []
  const response = await app.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': newAddress() },
      body: JSON.stringify(body),
    }),
    { ...worker.settings, ...settings },
    contextFor(work),
  )
  await Promise.allSettled(work)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function runCron(): Promise<void> {
  const work: Promise<unknown>[] = []
  await scheduledWorker.scheduled(
    { cron: '* * * * *', scheduledTime: Date.now(), noRetry() {} },
    worker.settings,
    contextFor(work),
  )
  await Promise.allSettled(work)
}

const contextFor = (work: Promise<unknown>[]) => ({
  waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  passThroughOnException() {},
  props: {},
})

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
