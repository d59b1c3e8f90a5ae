import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Answer, cookieOf, countStatuses, ORIGIN, times } from '#tests/worker/harness.ts'
import { newPassword, openPasswordsWorker, password, WRONG } from './passwords-worker.ts'

const { worker, from, fromAnywhere, emailOf, login, forgot, cooldown, reset, me, emailsTo, emailedToken } =
  await openPasswordsWorker('passwords')

describe('failed sign-ins', () => {
  it.each(['slow-known', 'slow-unknown'])(
    'make %s wait 12 minutes after ten of them, and no other',
    async (name) => {
      if (name === 'slow-known') await worker.signUp(name)
      await worker.signUp(`bystander-of-${name}`)
      expect(countStatuses(await times(12, () => login(name, WRONG)))).toEqual({ 401: 10, 429: 2 })
      const { headers, body } = await login(name)
      expect(body).toMatchObject({
        code: 'RATE_LIMITED',
        message: 'Too many failed attempts. Try again in 12 minutes.',
      })
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(600)
      expect((await login(`bystander-of-${name}`)).status).toBe(200)
    },
  )

  it('are cleared by a success', async () => {
    await worker.signUp('forgiven')
    for (let round = 0; round < 2; round++) {
      await times(9, () => login('forgiven', WRONG))
      expect((await login('forgiven')).status).toBe(200)
    }
  })

  it('have a stricter limit per isolate while Redis is down', { tags: 'deep' }, async () => {
    await worker.signUp('outage')
    await worker.withoutRedis(async () => {
      for (let round = 0; round < 2; round++) {
        await times(4, () => login('outage', WRONG))
        expect((await login('outage')).status).toBe(200)
      }
      const guesses = await times(7, () => login('outage-guessed', WRONG))
      expect(countStatuses(guesses)).toEqual({ 401: 5, 429: 2 })
    })
  })

  it('do not include database failures', async () => {
    await worker.signUp('unlucky')
    const failed = await worker.during({ service: 'neon' }, () => times(11, () => login('unlucky')))
    expect(countStatuses(failed)).toEqual({ 503: 11 })
    expect((await login('unlucky')).status).toBe(200)
  })
})

describe('POST /api/user/change-password', () => {
  const change = (cookie: string, currentPassword: string, next = newPassword) =>
    worker.post(
      '/api/user/change-password',
      { currentPassword, newPassword: next },
      { headers: { Cookie: cookie, Origin: ORIGIN, ...from() } },
    )

  it('sets the password, ends other sessions, invalidates links and sends an email', async () => {
    const { cookie } = await worker.signUp('changer')
    const elsewhere = cookieOf((await login('changer')).headers)
    const link = await emailedToken('changer')
    const { status, body } = await change(cookie, password)
    expect([status, body]).toEqual([200, { success: true, message: 'Password changed successfully' }])
    expect([(await me(cookie)).status, (await me(elsewhere)).status]).toEqual([200, 401])
    expect([(await login('changer')).status, (await login('changer', newPassword)).status]).toEqual([
      401, 200,
    ])
    expect((await reset(link)).status).toBe(422)
    expect((await emailsTo('changer'))[0]?.subject).toBe('Your password was changed')
  })

  it('counts a wrong current password as a failed sign-in', async () => {
    const { cookie } = await worker.signUp('mistaken')
    const { status, body } = await change(cookie, WRONG)
    expect([status, body.message]).toEqual([422, 'The current password is wrong.'])
    await times(9, () => change(cookie, WRONG))
    expect([(await change(cookie, password)).status, (await login('mistaken')).status]).toEqual([429, 429])
  })

  it('lets one of several parallel changes succeed', async () => {
    const { cookie } = await worker.signUp('torn')
    const answers = await times(4, (index) => change(cookie, password, `password number ${index}`))
    expect(countStatuses(answers)).toEqual({ 200: 1, 422: 3 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login('torn', `password number ${winner}`)).status).toBe(200)
  })

  it.each([
    ['no current password', { currentPassword: '', newPassword }, 'Current password is required'],
    [
      'a short new password',
      { currentPassword: password, newPassword: '1234567' },
      'New password must be at least 8 characters',
    ],
  ])('refuses %s', async (what, body, message) => {
    const { call } = await worker.signUp(`refused-${what.length}`)
    const answer = await call('/api/user/change-password', { body })
    expect([answer.status, answer.body.message]).toEqual([422, message])
  })
})

/** Run by `npm run bench:accounts`. */
describe.runIf(inject('bench'))('the time of an answer', () => {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

  /** Checks the answer too: another code path would take another time. */
  const timeOf = async (work: () => Promise<Answer>, expected: number) => {
    const start = performance.now()
    const { status } = await work()
    const time = performance.now() - start
    expect(status).toBe(expected)
    return time
  }

  const signingIn = (name: string) => login(name, WRONG)
  const signingUp = (name: string) =>
    worker.post('/api/register/init', { email: emailOf(name) }, { headers: fromAnywhere() })
  const cases = [
    { what: 'a failed sign-in', groups: 15, size: 1, call: signingIn, expected: 401 },
    { what: 'forgot-password', groups: 25, size: 40, call: forgot, expected: 200 },
    { what: 'forgot-password too soon', groups: 25, size: 40, call: forgot, expected: 429, before: forgot },
    { what: 'no cooldown', groups: 25, size: 40, call: cooldown, expected: 200 },
    { what: 'a cooldown', groups: 25, size: 40, call: cooldown, expected: 200, before: forgot },
    { what: 'a sign-up', groups: 25, size: 8, call: signingUp, expected: 200 },
    { what: 'a second sign-up', groups: 25, size: 8, call: signingUp, expected: 200, before: signingUp },
  ].map((one, index) => ({ ...one, index }))

  beforeAll(async () => {
    await worker.signUp('timed')
    for (const { index, groups, size } of cases) {
      await worker.sql`insert into users (email, password)
         select 'timed-' || ${index}::text || '-' || call || '@example.test', password
           from users, generate_series(0, ${groups * size - 1}::int) as call
          where email = 'timed@example.test'`
    }
  })

  /** workerd's clock has whole milliseconds, so a sample is the sum of several calls. */
  it.each(cases)(
    'does not reveal whether the account exists: $what',
    { timeout: 120_000 },
    async ({ what, index, groups, size, call, expected, ...more }) => {
      const samples = { known: [] as number[], unknown: [] as number[] }
      for (let group = 0; group < groups; group++) {
        const sums = { known: 0, unknown: 0 }
        for (let place = 0; place < size; place++) {
          const name = `timed-${index}-${group * size + place}`
          const both = (place + group) % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
          for (const who of both) {
            const whose = who === 'known' ? name : `un${name}`
            await more.before?.(whose)
            await worker.settle()
            sums[who] += await timeOf(() => call(whose), expected)
            await worker.settle()
          }
        }
        samples.known.push(sums.known)
        samples.unknown.push(sums.unknown)
      }
      const ratio = median(samples.known) / median(samples.unknown)
      console.log(`${what}: known addresses take ${ratio.toFixed(3)} of the time of unknown ones`)
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.1)
    },
  )
})
