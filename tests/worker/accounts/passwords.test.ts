import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Answer, cookieOf, countStatuses, ORIGIN, times } from '#tests/worker/harness.ts'
import { newPassword, openPasswordsWorker, password, WRONG } from './passwords-worker.ts'

const {
  worker,
  from,
  fromAnywhere,
  emailOf,
  login,
  forgot,
  cooldown,
  reset,
  me,
  counterOf,
  waitOut,
  withoutTimePassing,
  emailsTo,
  emailedToken,
} = await openPasswordsWorker('passwords')

function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return seconds === 60 ? '1 minute' : `${Math.ceil(seconds / 60)} minutes`
}

describe('failed sign-ins', () => {
  it.each(['slow-known', 'slow-unknown'])(
    'make %s wait 15 s, 30 s, 1, 2, 5, 15 and 15 minutes after the fifth and the following',
    async (name) => {
      if (name === 'slow-known') await worker.signUp(name)
      for (let failure = 1; failure <= 4; failure++) expect((await login(name, WRONG)).status).toBe(401)
      await withoutTimePassing(async () => {
        for (const seconds of [15, 30, 60, 120, 300, 900, 900]) {
          expect((await login(name, WRONG)).status).toBe(401)
          const { status, headers, body } = await login(name)
          expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
          expect(headers.get('Retry-After')).toBe(String(seconds))
          expect(body.message).toBe(`Too many failed attempts. Try again in ${formatWait(seconds)}.`)
          await waitOut('sign-in', name)
        }
      })
    },
  )

  it('are cleared by a success', async () => {
    await worker.signUp('forgiven')
    for (let round = 0; round < 2; round++) {
      for (let failure = 1; failure <= 4; failure++) await login('forgiven', WRONG)
      expect((await login('forgiven')).status).toBe(200)
    }
  })

  it('expire after 24 hours', async () => {
    await login('patient', WRONG)
    const life = Number(await worker.redis('TTL', counterOf('sign-in', 'patient')))
    expect(life).toBeGreaterThan(86_390)
    expect(life).toBeLessThanOrEqual(86_400)
  })

  it('are counted exactly under 50 parallel guesses, and block no other address', {
    tags: 'deep',
  }, async () => {
    await worker.signUp('guessed')
    await worker.signUp('bystander')
    await withoutTimePassing(async () => {
      expect(countStatuses(await times(50, () => login('guessed', WRONG)))).toEqual({ 401: 5, 429: 45 })
      expect((await login('bystander')).status).toBe(200)
    })
  })

  it('have a stricter limit per isolate while Redis is down', { tags: 'deep' }, async () => {
    await worker.signUp('outage')
    await worker.withoutRedis(async () => {
      expect((await login('outage')).status).toBe(200)
      const answers = []
      for (let failure = 1; failure <= 4; failure++) answers.push(await login('outage-guessed', WRONG))
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])
      expect(Number(answers[3]?.headers.get('Retry-After'))).toBeGreaterThan(0)
    })
  })

  it('do not include database failures', async () => {
    await worker.signUp('unlucky')
    const failed = await worker.during({ service: 'neon' }, () => times(6, () => login('unlucky')))
    expect(countStatuses(failed)).toEqual({ 503: 6 })
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
    for (let failure = 1; failure <= 5; failure++) {
      const { status, body } = await change(cookie, WRONG)
      expect([status, body.message]).toEqual([422, 'The current password is wrong.'])
    }
    expect([(await change(cookie, password)).status, (await login('mistaken')).status]).toEqual([429, 429])
    await waitOut('sign-in', 'mistaken')
    expect((await login('mistaken')).status).toBe(200)
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
