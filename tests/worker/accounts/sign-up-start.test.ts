import { describe, expect, inject, it } from 'vitest'
import type { Settings } from '#tests/fakes/start.ts'
import { type Answer, ORIGIN, refusal } from '#tests/worker/harness.ts'
import { NOT_VERIFIED, openSignUpWorker, password, UNVERIFIED } from './sign-up-worker.ts'

const { worker, openBrowser, emailsTo, tokenFor, begin, countsOf, callWith } =
  await openSignUpWorker('sign_up_start')

describe('POST /api/register/init', () => {
  it('recognizes a returning browser, and keeps its earlier links', async () => {
    const email = "o'brien+drop_table@example.test"
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
    const rows = () => worker.sql`select * from sign_ups where email = ${email} order by id limit 1`
    const before = await rows()
    const another = await openBrowser().init(email)
    expect([another.status, another.body]).toEqual([200, { isReturning: false }])
    expect(await rows()).toEqual(before)
    expect((await browser.open(email, token)).body.verified).toBe(true)
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
      const before = await worker.sql`select * from users where email = 'owner@example.test'`
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
      expect(await worker.sql`select * from users where email = 'owner@example.test'`).toEqual(before)
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
      const login = await worker.post('/api/login', { email: 'registered@example.test', password })
      expect(login.status).toBe(200)
    })

    it('makes the same trips for it as for an unknown or pending one', async () => {
      await worker.signUp('existing')
      await begin('pending@example.test')
      await worker.redisAnswers()
      const trips: unknown[] = []
      for (const kind of ['unknown', 'pending', 'existing']) {
        const browser = openBrowser()
        trips.push((await worker.trips(() => browser.init(`${kind}@example.test`))).after)
      }
      expect(trips).toEqual(Array(3).fill(trips[0]))
      expect(trips[0]).toMatchObject({ mail: { trips: 1, mails: 1 } })
    })
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

  it('accepts a person, and each token once', async () => {
    const token = proof('signup', 0.5)
    expect((await start('person@example.test', token)).status).toBe(200)
    expect(await emailsTo('person@example.test')).toHaveLength(1)
    expect(refusal(await start('used@recaptcha.test', token))).toEqual([403, 'RECAPTCHA_FAILED'])
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
    expect(await worker.sql`select id from sign_ups where email = ${email}`).toEqual([])
    const registered = await callWith(
      recaptcha(),
      { email, password, recaptchaToken: token() },
      '/api/register',
    )
    expect(refusal(registered)).toEqual([403, 'RECAPTCHA_FAILED'])
    expect(await emailsTo(email)).toEqual([])
  })

  async function letsThrough(mode: 'fail' | 'reset' | 'garbage' | 'hang') {
    const { status } = await worker.during({ service: 'recaptcha', mode }, () =>
      start(`${mode}@recaptcha.test`, proof('signup', 0.9)),
    )
    expect(status).toBe(200)
  }
  it.each(['fail', 'reset', 'garbage'] as const)(
    'lets sign-ups through if the service answers: %s',
    letsThrough,
  )
  it('lets sign-ups through if the service hangs', { tags: 'deep' }, () => letsThrough('hang'))

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
