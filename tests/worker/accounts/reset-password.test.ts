import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cookieNamed, cookieOf, countStatuses, times } from '#tests/worker/harness.ts'
import type { ResetTokenCheck } from '#worker/accounts/contract.ts'
import { newPassword, openPasswordsWorker, WRONG } from './passwords-worker.ts'

const {
  worker,
  from,
  emailOf,
  login,
  forgot,
  cooldown,
  check,
  reset,
  me,
  cooldownKey,
  waitOut,
  withoutRequestId,
  emailsTo,
  emailedToken,
} = await openPasswordsWorker('reset_password')

const resetRows = (name: string) =>
  worker.sql<{ tokens: number; mails: number; attempts: number | null }>(
    `select (select count(*) from password_reset_tokens where email = $1)::int as tokens,
            (select count(*) from mails)::int as mails,
            (select attempt_count from rate_limit where email = $1 and type = 'password_reset') as attempts`,
    [emailOf(name)],
  )

describe('POST /api/auth/forgot-password', () => {
  it('emails a single-use link for an hour and stores only its hash', async () => {
    await worker.signUp('forgetful')
    const { status, body } = await forgot('forgetful')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, cooldownSeconds: 60 })
    const mails = await emailsTo('forgetful')
    expect(mails.map(({ subject }) => subject)).toEqual(['Reset your password'])
    const token = await worker.linkTo(emailOf('forgetful'))
    expect(mails[0]?.text).toContain(`${worker.settings.APP_ORIGIN}/reset-password#token=${token}`)
    const rows =
      await worker.sql`select token, used, expires_at > now() + interval '59 minutes' and expires_at <= now() + interval '1 hour' as lasts
         from password_reset_tokens where email = ${emailOf('forgetful')}`
    expect(rows).toEqual([
      { token: createHash('sha256').update(token).digest('hex'), used: false, lasts: true },
    ])
  })

  it('answers the same for an unknown address, without a token or email', async () => {
    await worker.signUp('known')
    const [known, unknown] = [await forgot('known'), await forgot('unknown')]
    expect(withoutRequestId(unknown)).toEqual(withoutRequestId(known))
    expect(await emailsTo('unknown')).toEqual([])
    expect(await resetRows('unknown')).toEqual([{ tokens: 0, mails: 0, attempts: 1 }])
    expect(await resetRows('known')).toEqual([{ tokens: 1, mails: 0, attempts: 1 }])
    expect(withoutRequestId(await forgot('unknown'))).toEqual({
      ...withoutRequestId(await forgot('known')),
      cooldownSeconds: expect.any(Number),
      message: expect.stringMatching(/^We just sent you an email\. Try again in (\d+ s|1 minute)\.$/),
    })
  })

  it.each(['paced-known', 'paced-unknown'])('makes %s wait 60, 120, 300, 900 and 900 s', async (name) => {
    if (name === 'paced-known') await worker.signUp(name)
    for (const seconds of [60, 120, 300, 900, 900]) {
      expect((await forgot(name)).body.cooldownSeconds).toBe(seconds)
      const { status, headers, body } = await forgot(name)
      expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
      expect(body.cooldownSeconds).toBeLessThanOrEqual(seconds)
      expect(body.cooldownSeconds).toBeGreaterThan(seconds - 5)
      expect(headers.get('Retry-After')).toBe(String(body.cooldownSeconds))
      await waitOut(name)
    }
  })

  it('starts over after 24 hours', { tags: 'deep' }, async () => {
    for (let turn = 0; turn < 3; turn++) {
      await forgot('rested')
      await waitOut('rested')
    }
    await worker.redis('DEL', cooldownKey('rested'))
    await worker.sql`update rate_limit set last_attempt = now() - interval '25 hours'
      where email = ${emailOf('rested')}`
    expect((await forgot('rested')).body.cooldownSeconds).toBe(60)
  })

  it.each(['normal', 'fail', 'garbage', 'reset'] as const)(
    'sends one email for 100 parallel calls while Redis answers with: %s',
    { tags: 'deep' },
    async (mode) => {
      const name = `crowd-${mode}`
      await worker.signUp(name)
      if (mode !== 'normal') await worker.fault({ service: 'upstash', mode })
      const answers = await times(100, () => forgot(name))
      await worker.clearFaults('upstash')
      await worker.redisAnswers()
      expect(countStatuses(answers)).toEqual({ 200: 1, 429: 99 })
      for (const { status, body } of answers)
        if (status === 429) expect(body.cooldownSeconds).toBeGreaterThan(0)
      expect(await emailsTo(name)).toHaveLength(1)
    },
  )

  it('keeps the cooldown when Redis loses its data', { tags: 'deep' }, async () => {
    await worker.signUp('lost')
    await forgot('lost')
    await waitOut('lost')
    expect((await forgot('lost')).body.cooldownSeconds).toBe(120)
    await worker.settle()
    await worker.redis('DEL', cooldownKey('lost'))
    const answers = await times(20, () => forgot('lost'))
    expect(countStatuses(answers)).toEqual({ 429: 20 })
    expect(await emailsTo('lost')).toHaveLength(2)
    const { body } = await cooldown('lost')
    expect(body.cooldownSeconds).toBeGreaterThan(60)
    await waitOut('lost')
    expect((await forgot('lost')).body.cooldownSeconds).toBe(300)
    expect(await emailsTo('lost')).toHaveLength(3)
  })

  it.each([
    ['its statement', false],
    ['the answer to its statement', true],
  ])('starts no cooldown if %s is lost', async (_, after) => {
    const name = `retried-${after}`
    await worker.signUp(name)
    await worker.fault({ service: 'neon', content: 'insert into', after, times: 1 })
    expect((await forgot(name)).status).toBe(503)
    await worker.settle()
    expect((await forgot(name)).status).toBe(200)
    expect(await emailsTo(name)).toHaveLength(1)
  })

  it.each([
    ['before it is stored', 'into "mails"', false],
    ['before the answer to the commit', 'commit', true],
  ])(
    'sends one link even if the database fails after the response, %s',
    {
      tags: 'deep',
    },
    async (_when, content, after) => {
      const name = `interrupted-${content.length}`
      await worker.signUp(name)
      await worker.fault({ service: 'neon', content, after, times: 1 })
      expect((await forgot(name)).status).toBe(200)
      await worker.settle()
      await worker.runJob('send-emails')
      expect(await emailsTo(name)).toHaveLength(1)
      expect(await resetRows(name)).toEqual([{ tokens: 1, mails: 0, attempts: 1 }])
    },
  )
})

describe('GET /api/auth/reset-cooldown/{email}', () => {
  it('reports no cooldown, then the remaining seconds, with or without an account', async () => {
    await worker.signUp('cooling-known')
    for (const name of ['cooling-known', 'cooling-unknown']) {
      const none = { success: true, inCooldown: false, cooldownSeconds: 0 }
      expect(await cooldown(name)).toMatchObject({ status: 200, body: none })
      await forgot(name)
      const { body } = await cooldown(name)
      expect(body).toMatchObject({ success: true, inCooldown: true })
      expect(body.cooldownSeconds).toBeGreaterThan(55)
      expect(body.cooldownSeconds).toBeLessThanOrEqual(60)
    }
  })

  it('works while Redis is down', { tags: 'deep' }, async () => {
    await forgot('cooling-lost')
    await worker.withoutRedis(async () => {
      expect((await cooldown('cooling-lost')).body.inCooldown).toBe(true)
      expect((await cooldown('cooling-never')).body.inCooldown).toBe(false)
    })
  })
})

describe('GET and POST /api/auth/verify-reset-token', () => {
  it('returns the address without using up the token', async () => {
    await worker.signUp('checker')
    const token = await emailedToken('checker')
    for (let visit = 0; visit < 2; visit++) {
      expect((await check(token)).body).toMatchObject({ success: true, email: emailOf('checker') })
    }
    const posted = await worker.post<ResetTokenCheck>('/api/auth/verify-reset-token', { token })
    expect(posted.body).toEqual((await check(token)).body)
    expect((await reset(token)).status).toBe(200)
  })

  it.each(['unknown', "x'--", '%ff', 'x'.repeat(128)])('rejects %s', async (token) => {
    expect(await check(token)).toMatchObject({
      status: 200,
      body: { success: false, isUsed: false, email: null, message: 'Invalid or expired reset token.' },
    })
  })

  it('requires a token', async () => {
    expect(await check('')).toMatchObject({ status: 422, body: { message: 'Reset token is required' } })
  })
})

describe('POST /api/auth/reset-password', () => {
  it('sets the password, ends every session, sends an email, does not sign in, and keeps the rest', async () => {
    const member = await worker.signUp('resetter')
    const stranger = await worker.signUp('resetter-stranger')
    const { token } = await member.createToken()
    const elsewhere = cookieOf((await login('resetter')).headers)
    const { status, headers, body } = await reset(await emailedToken('resetter'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true })
    expect(cookieNamed('session', headers)).toBe('')
    const seen = await Promise.all([member.cookie, elsewhere, stranger.cookie].map(me))
    expect(seen.map((answer) => answer.status)).toEqual([401, 401, 200])
    expect((await login('resetter')).status).toBe(401)
    const again = await login('resetter', newPassword)
    expect([again.status, again.body.organizationId]).toEqual([200, member.organization.id])
    expect((await worker.validate(token)).status).toBe(200)
    expect((await emailsTo('resetter')).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
      'Reset your password',
    ])
  })

  it('clears failed sign-ins', { tags: 'deep' }, async () => {
    await worker.signUp('locked-out')
    await times(11, () => login('locked-out', WRONG))
    expect((await login('locked-out')).status).toBe(429)
    await reset(await emailedToken('locked-out'))
    expect((await login('locked-out', newPassword)).status).toBe(200)
  })

  it.each<[string, string, (token: string, name: string) => Promise<unknown>]>([
    ['was used', 'once', (token) => reset(token)],
    [
      'is an hour old',
      'late',
      (_token, name) =>
        worker.sql`update password_reset_tokens set expires_at = now() where email = ${emailOf(name)}`,
    ],
    [
      'is older than another one',
      'twice',
      async (_token, name) => {
        await waitOut(name)
        await emailedToken(name)
      },
    ],
  ])('refuses a link that %s', async (_what, name, end) => {
    await worker.signUp(name)
    const token = await emailedToken(name)
    await end(token, name)
    expect((await check(token)).body).toMatchObject({ success: false, isUsed: name === 'once' })
    expect(await reset(token, 'a third horse battery')).toMatchObject({
      status: 422,
      body: { code: 'RESET_TOKEN_INVALID', message: 'Invalid or expired reset token.' },
    })
    expect((await login(name, 'a third horse battery')).status).toBe(401)
  })

  it('lets one of 10 parallel resets succeed', { tags: 'deep' }, async () => {
    await worker.signUp('raced')
    const token = await emailedToken('raced')
    const answers = await times(10, (index) => reset(token, `password number ${index}`))
    expect(countStatuses(answers)).toEqual({ 200: 1, 422: 9 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login('raced', `password number ${winner}`)).status).toBe(200)
    expect((await emailsTo('raced')).filter(({ subject }) => subject.includes('changed'))).toHaveLength(1)
  })

  it('ends a session that the old password opens at the same moment', { tags: 'deep' }, async () => {
    await worker.signUp('intruded')
    const token = await emailedToken('intruded')
    const [signIns] = await Promise.all([times(4, () => login('intruded')), reset(token)])
    const cookies = signIns.filter(({ status }) => status === 200).map(({ headers }) => cookieOf(headers))
    expect(countStatuses(await Promise.all(cookies.map(me)))[200] ?? 0).toBe(0)
  })

  it.each([
    ['no token', { password: newPassword }, 'Reset token is required'],
    ['a short password', { token: 'x', password: '1234567' }, 'Password must be at least 8 characters'],
    [
      'a password of 2000 characters',
      { token: 'x', password: 'x'.repeat(2000) },
      'Password must be at most 1,024 characters',
    ],
    ['an unknown token', { token: 'x', password: newPassword }, 'Invalid or expired reset token.'],
  ])('refuses %s', async (_what, body, message) => {
    const answer = await worker.post('/api/auth/reset-password', body, { headers: from() })
    expect([answer.status, answer.body.message]).toEqual([422, message])
  })
})
