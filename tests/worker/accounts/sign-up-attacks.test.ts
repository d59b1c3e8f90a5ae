import { describe, expect, it } from 'vitest'
import { countStatuses, refusal } from '#tests/worker/harness.ts'
import { NOT_VERIFIED, openSignUpWorker, password, UNVERIFIED, VERIFIED } from './sign-up-worker.ts'

const { worker, openBrowser, tokenFor, begin } = await openSignUpWorker('sign_up_attacks')

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
    expect(await worker.sql`select from sign_ups where email = ${email} and password is not null`).toEqual([])
    expect((await owner.complete(email)).status).toBe(201)
    const login = (secret: string) => worker.post('/api/login', { email, password: secret })
    expect((await login('the attacker’s choice')).status).toBe(401)
    expect((await login(password)).status).toBe(200)
    expect(await worker.sql`select phone_number from users where email = ${email}`).toEqual([
      { phone_number: null },
    ])
  })

  it('cannot use up the attempts of the owner to enter a code', async () => {
    const email = 'guessed@example.test'
    const { browser: owner, token } = await begin(email)
    const attacker = openBrowser()
    await attacker.init(email)
    const { code } = (await openBrowser().open(email, token)).body
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 10; guess++) await attacker.enterCode(email, wrong)
    expect(refusal(await attacker.enterCode(email, code))).toEqual([422, 'WRONG_CODE'])
    expect((await owner.enterCode(email, code)).body).toEqual(VERIFIED)
  })

  it('cannot use up the limits of an owner in another network', async () => {
    const email = 'besieged@example.test'
    await worker.forget('rate-limit:*')
    const [attacker, owner] = [openBrowser('2001:db8:6:1::1'), openBrowser('2001:db8:7:1::1')]
    const answers = []
    for (let call = 0; call < 6; call++) answers.push(await attacker.init(email))
    expect(countStatuses(answers)).toEqual({ 200: 5, 429: 1 })
    expect((await openBrowser('2001:db8:6:2::1').init(email)).status).toBe(429)
    await attacker.status(email)
    await attacker.complete(email)
    for (const limit of ['verification', 'completion'])
      for (const key of (await worker.redis('KEYS', `rate-limit:${limit}-*`)) as string[])
        await worker.redis('HSET', key, 'tokens', '0', 'refilledAt', String(Date.now()))
    expect((await attacker.status(email)).status).toBe(429)
    expect((await owner.init(email)).status).toBe(200)
    expect((await owner.open(email, await tokenFor(email))).body).toEqual({ ...VERIFIED, code: null })
    expect((await owner.complete(email)).status).toBe(201)
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
})
