import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Settings } from '#tests/fakes/start.ts'
import type { User, VerificationStatus } from '#worker/accounts/contract.ts'
import { app } from '#worker/app.ts'
import scheduledWorker from '#worker/index.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { type Answer, countStatuses, type ErrorBody, ORIGIN, openWorker, type TestWorker } from './harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('sign_up')
})

const password = 'correct horse battery'
type Completed = { user: User; organization: OrganizationDetail }

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
    init: (email: string, more: object = {}) =>
      call<{ isReturning: boolean } & ErrorBody>('/api/register/init', { email, ...more }),
    status: (email: string, token?: string) =>
      call<VerificationStatus & ErrorBody>(
        `/api/register/verification-status?${new URLSearchParams({ email, ...(token !== undefined && { token }) })}`,
      ),
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

const UNVERIFIED = { verified: false, organization: null }

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
  expect((await browser.status(email, token)).body.verified).toBe(true)
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
  worker.sql(
    `update users set temp_data = temp_data || jsonb_build_object('expiresAt', now() - interval '1 second')
      where email = $1`,
    [email],
  )

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
    const opened = await browser.status('ada.byron@example.test', await tokenFor('ada.byron@example.test'))
    expect(opened.body).toEqual({
      verified: true,
      organization: { id: expect.stringMatching(/^org_/), name: "Ada Byron's organization" },
    })
    expect(opened.headers.get('Cache-Control')).toBe('no-store')

    const completed = await browser.complete('Ada.Byron@example.test')
    expect(completed.status).toBe(201)
    expect(completed.body).toMatchObject({
      user: { email: 'ada.byron@example.test', role: null, organizationId: opened.body.organization?.id },
      organization: {
        ...opened.body.organization,
        tier: 'FREE',
        status: 'ACTIVE',
        role: 'admin',
        quota: { monthlyLimit: 100, usedCount: 0 },
      },
    })
    expect((await browser.me()).body).toEqual(completed.body.user)
    expect([...browser.cookies.keys()]).toEqual(['session'])
    expect(await countsOf('ada.byron@example.test')).toEqual({
      users: 1,
      organizations: 1,
      quotas: 1,
      tokens: 1,
      sessions: 1,
    })
    const [row] = await worker.sql(
      `select phone_number, temp_data, email_verified_at is not null as verified from users
        where email = 'ada.byron@example.test'`,
    )
    expect(row).toEqual({ phone_number: '+15550100100', temp_data: null, verified: true })
    const signIn = await worker.call('/api/login', { body: { email: 'ada.byron@example.test', password } })
    expect(signIn.status).toBe(200)
  })

  it('creates organization, quota and default token with the user', async () => {
    await begin('early@example.test')
    expect(await countsOf('early@example.test')).toMatchObject({ organizations: 1, quotas: 1, tokens: 1 })
    const signIn = await worker.call('/api/login', { body: { email: 'early@example.test', password } })
    expect(signIn.status).toBe(401)
  })

  it('completes with the same answer as /api/register', async () => {
    const { browser } = await verify('shape@example.test')
    const completed = await browser.complete('shape@example.test')
    const direct = await worker.call<Completed>('/api/register', {
      body: { email: 'direct@example.test', password },
    })
    const fields = ({ body: { user, organization } }: Answer<Completed>) => [
      Object.keys(user).sort(),
      Object.keys(organization).sort(),
    ]
    expect(fields(completed)).toEqual(fields(direct))
  })

  it('continues in the first browser when the link is opened in another', async () => {
    const { browser, token } = await begin('two-devices@example.test')
    await openBrowser().status('two-devices@example.test', token)
    expect((await browser.status('two-devices@example.test')).body.verified).toBe(true)
    expect((await browser.complete('two-devices@example.test')).status).toBe(201)
  })

  it('can be completed in the browser that opened the link', async () => {
    const { browser, token } = await begin('on-the-phone@example.test')
    const phone = openBrowser()
    await phone.status('on-the-phone@example.test', token)
    expect((await phone.complete('on-the-phone@example.test')).status).toBe(201)
    expect(refusal(await browser.complete('on-the-phone@example.test'))).toEqual(NOT_VERIFIED)
    expect((await browser.me()).status).toBe(401)
  })

  it('survives an email scanner that opens the link many times', async () => {
    const { browser, token } = await begin('scanned@example.test')
    for (let scan = 0; scan < 12; scan++) await openBrowser().status('scanned@example.test', token)
    const phone = openBrowser()
    await phone.status('scanned@example.test', token)
    const [row] = await worker.sql<{ browsers: number }>(
      `select cardinality(string_to_array(temp_data->>'browserHash', ' ')) as browsers from users
        where email = 'scanned@example.test'`,
    )
    expect(row?.browsers).toBe(8)
    expect((await phone.status('scanned@example.test')).body.verified).toBe(true)
    expect((await browser.complete('scanned@example.test')).status).toBe(201)
  })

  it('keeps the cookie of a known browser', async () => {
    const { browser, token } = await begin('same-cookie@example.test')
    const before = browser.cookies.get('signup')
    await browser.status('same-cookie@example.test', token)
    await browser.status('same-cookie@example.test', token)
    expect(browser.cookies.get('signup')).toBe(before)
  })

  it('sets an HttpOnly cookie, with __Host- on https', async () => {
    const plain = await worker.call('/api/register/init', { body: { email: 'cookie@example.test' } })
    expect(plain.headers.get('Set-Cookie')).toMatch(
      /^signup=\w{32}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const secure = await callWith(
      { APP_ORIGIN: 'https://app.tinproof.test' },
      { email: 'cookie@example.test' },
    )
    expect(secure.headers.get('Set-Cookie')).toMatch(
      /^__Host-signup=\w{32}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('stores no secret in plain text', async () => {
    const { browser, token } = await begin('hashed@example.test')
    const [row] = await worker.sql(
      `select u.temp_data::text || coalesce(string_agg(m.sealed, ' '), '') as stored
         from users u left join mails m on true where u.email = 'hashed@example.test' group by u.id`,
    )
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(row)).not.toContain(browser.cookies.get('signup'))
  })
})

describe('POST /api/register/init', () => {
  it('recognizes a returning sign-up and replaces its link', async () => {
    const first = await begin('returning@example.test')
    const browser = openBrowser()
    expect((await browser.init('returning@example.test')).body).toEqual({ isReturning: true })
    const renewed = await tokenFor('returning@example.test')
    expect(renewed).not.toBe(first.token)
    expect((await browser.status('returning@example.test', first.token)).body).toEqual(UNVERIFIED)
    expect((await browser.status('returning@example.test', renewed)).body.verified).toBe(true)
    expect(refusal(await first.browser.complete('returning@example.test'))).toEqual(NOT_VERIFIED)
    expect((await browser.complete('returning@example.test')).status).toBe(201)
    expect(await countsOf('returning@example.test')).toMatchObject({ organizations: 1, tokens: 1 })
  })

  it('needs the new link to be opened after a renewal', async () => {
    const { browser } = await verify('again@example.test')
    await browser.init('again@example.test')
    expect(refusal(await browser.complete('again@example.test'))).toEqual(NOT_VERIFIED)
  })

  it('creates one account from 20 parallel calls and emails each a link', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        worker.call('/api/register/init', { body: { email: 'rush@example.test' } }),
      ),
    )
    const { 200: accepted = 0, 429: refused = 0 } = countStatuses(answers)
    expect([accepted + refused, accepted > 0]).toEqual([20, true])
    expect(await countsOf('rush@example.test')).toMatchObject({
      users: 1,
      organizations: 1,
      quotas: 1,
      tokens: 1,
    })
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

    it('answers the same for a Google-only account', async () => {
      await begin('google@example.test')
      await worker.sql(
        "update users set google_sub = '4711', temp_data = null where email = 'google@example.test'",
      )
      const browser = openBrowser()
      expect((await browser.init('google@example.test')).status).toBe(200)
      const [mail] = await emailsTo('google@example.test')
      expect(mail?.subject).toBe('You already have a Tinproof account')
      expect(await worker.sql("select temp_data from users where email = 'google@example.test'")).toEqual([
        { temp_data: null },
      ])
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
           select kind || '-' || number || '@' || $2, case when kind = 'existing' then 'x' end
             from generate_series(0, $1::int - 1) as number, unnest(array['pending', 'existing']) as kind`,
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
    await browser.status(email, token)
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

describe('GET /api/register/verification-status', () => {
  it.each([
    ['a wrong token', async () => 'x'.repeat(32)],
    ['the token of another address', async () => (await begin('other-link@example.test')).token],
  ])('verifies nothing with %s', async (what, token) => {
    const email = `${what.replaceAll(' ', '-')}@example.test`
    const { browser } = await begin(email)
    expect((await browser.status(email, await token())).body).toEqual(UNVERIFIED)
    expect(refusal(await browser.complete(email))).toEqual(NOT_VERIFIED)
  })

  it('verifies nothing with a link that has expired', async () => {
    const { browser, token } = await begin('expired@example.test')
    await expire('expired@example.test')
    const phone = openBrowser()
    expect((await phone.status('expired@example.test', token)).body).toEqual(UNVERIFIED)
    expect(phone.cookies.size).toBe(0)
    expect(refusal(await browser.complete('expired@example.test'))).toEqual(NOT_VERIFIED)
  })

  it('verifies nothing with a used link', async () => {
    const { browser, token } = await verify('used@example.test')
    await browser.complete('used@example.test')
    const phone = openBrowser()
    expect((await phone.status('used@example.test', token)).body).toEqual(UNVERIFIED)
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

describe('POST /api/register/complete', () => {
  it('creates one account from 100 parallel calls', async () => {
    const { browser } = await verify('hundred@example.test')
    const cookie = `signup=${browser.cookies.get('signup')}`
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        worker.call('/api/register/complete', {
          body: { email: 'hundred@example.test', password, confirmPassword: password },
          headers: { Cookie: cookie, 'CF-Connecting-IP': '2001:db8:100::1' },
        }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 403: 99 })
    expect(await countsOf('hundred@example.test')).toEqual({
      users: 1,
      organizations: 1,
      quotas: 1,
      tokens: 1,
      sessions: 1,
    })
  }, 120_000)

  it('requires the link to be opened first', async () => {
    const { browser } = await begin('impatient@example.test')
    const answer = await browser.complete('impatient@example.test')
    expect(refusal(answer)).toEqual(NOT_VERIFIED)
    expect(answer.body.message).toBe('Not verified yet')
  })

  it('refuses a missing cookie, a wrong one and that of another sign-up', async () => {
    await verify('victim@example.test')
    const wrong = openBrowser()
    wrong.cookies.set('signup', 'x'.repeat(32))
    const long = openBrowser()
    long.cookies.set('signup', 'x'.repeat(10_000))
    const { browser: another } = await verify('attacker@example.test')
    for (const browser of [openBrowser(), wrong, long, another]) {
      expect(refusal(await browser.complete('victim@example.test'))).toEqual(NOT_VERIFIED)
      expect((await browser.me()).status).toBe(401)
    }
  })

  it('refuses a second completion and keeps the password', async () => {
    const { browser } = await verify('second@example.test')
    const cookie = browser.cookies.get('signup') ?? ''
    await browser.complete('second@example.test')
    browser.cookies.set('signup', cookie)
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
    await browser.status('patient@example.test', token)
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
    await worker.fakes.fault({ service: 'neon', mode: 'fail', namespace: worker.namespace })
    const answers = [
      await browser.init('unlucky@example.test'),
      await browser.status('no-database@example.test', token),
      await browser.complete('no-database@example.test'),
    ]
    await worker.settle()
    await worker.fakes.clearFaults('neon', worker.namespace)
    expect(answers.map(refusal)).toEqual(Array(3).fill([503, 'SERVICE_UNAVAILABLE']))
    expect(await emailsTo('unlucky@example.test')).toEqual([])
    expect((await browser.status('no-database@example.test', token)).body.verified).toBe(true)
  })
})

describe('with reCAPTCHA', () => {
  let uses = 0
  const proof = (action: string, score: number) => `${action}:${score}:${++uses}`
  const start = (email: string, recaptchaToken?: string, settings: Settings = {}) =>
    callWith(
      {
        RECAPTCHA_SECRET: `recaptcha_${worker.namespace}`,
        RECAPTCHA_URL: `${inject('fakesUrl')}/recaptcha/siteverify`,
        ...settings,
      },
      { email, ...(recaptchaToken !== undefined && { recaptchaToken }) },
    )

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
    expect(await countsOf(email)).toMatchObject({ users: 0 })
    expect(await emailsTo(email)).toEqual([])
  })

  it('refuses a used token', async () => {
    const token = proof('signup', 0.9)
    await start('used-1@recaptcha.test', token)
    expect(refusal(await start('used-2@recaptcha.test', token))).toEqual([403, 'RECAPTCHA_FAILED'])
  })

  it.each(['fail', 'reset', 'hang', 'garbage'] as const)(
    'goes on when the service does: %s',
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

/** POST /api/register/init of a Worker with other settings. */
async function callWith(settings: Settings, body: object): Promise<Answer<ErrorBody>> {
  const work: Promise<unknown>[] = []
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/register/init`, {
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
