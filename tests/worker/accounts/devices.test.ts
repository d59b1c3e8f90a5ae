import { describe, expect, it } from 'vitest'
import {
  cookieNamed,
  countStatuses,
  type ErrorBody,
  ORIGIN,
  statusesOf,
  times,
} from '#tests/worker/harness.ts'
import type { SessionInfo, User } from '#worker/accounts/contract.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { newPassword, openPasswordsWorker, password, WRONG } from './passwords-worker.ts'

const { worker, emailOf, emailedToken, ...passwords } = await openPasswordsWorker('devices')

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

let networks = 0
const newNetwork = () => `198.51.${networks >> 8}.${networks++ & 255}`

type Attempt = { secret?: string; device?: string; network?: string; cf?: object }
const login = (
  name: string,
  { secret = password, device = '', network = newNetwork(), cf = {} }: Attempt = {},
) =>
  worker.post<User & ErrorBody>(
    '/api/login',
    { email: emailOf(name), password: secret },
    { headers: { 'CF-Connecting-IP': network, 'User-Agent': FIREFOX, Cookie: device }, cf },
  )
/** A browser that signed in to the account. */
const deviceOf = async (name: string, attempt: Attempt = {}) =>
  cookieNamed('device', (await login(name, attempt)).headers)

const change = async (name: string) => {
  const headers = { Cookie: cookieNamed('session', (await login(name)).headers), Origin: ORIGIN }
  const input = { currentPassword: password, newPassword }
  return worker.post('/api/user/change-password', input, { headers })
}
const reset = async (name: string, secret: string) => passwords.reset(await emailedToken(name), secret)

describe('wrong passwords', () => {
  const fail = (name: string, attempt: Attempt = {}) =>
    times(10, () => login(name, { secret: WRONG, ...attempt }))

  it('from one network lock out that network only', async () => {
    await worker.signUp('owner')
    const device = await deviceOf('owner')
    await fail('owner', { network: '203.0.113.9' })
    expect((await login('owner', { network: '203.0.113.9' })).status).toBe(429)
    expect((await login('owner', { network: '203.0.113.9', device })).status).toBe(200)
    expect((await login('owner')).status).toBe(200)
  })

  it('from all /64 networks of a /48 count together', { tags: 'deep' }, async () => {
    await worker.signUp('six')
    for (let place = 0; place < 10; place++)
      await login('six', { secret: WRONG, network: `2001:db8:7:${place}::1` })
    expect((await login('six', { network: '2001:db8:7:99::1' })).status).toBe(429)
    expect((await login('six', { network: '2001:db8:8::1' })).status).toBe(200)
  })

  it('from strangers in all networks have one limit, which known browsers and a reset pass', {
    tags: 'deep',
  }, async () => {
    await worker.signUp('besieged')
    const device = await deviceOf('besieged')
    const bucket = `rate-limit:sign-in-email:${hashKey(emailOf('besieged'))}`
    await worker.redis('HSET', bucket, 'refilledAt', String(Date.now()), 'tokens', '3')
    const guesses = await times(6, () => login('besieged', { secret: WRONG }))
    expect(countStatuses(guesses)).toEqual({ 401: 3, 429: 3 })
    const { status, body, headers } = await login('besieged')
    expect([status, body.message]).toEqual([
      429,
      'Too many failed attempts. Try again in 3 minutes, or reset your password.',
    ])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(100)
    expect((await login('besieged', { device })).status).toBe(200)
    const { headers: answer } = await reset('besieged', 'a new horse battery')
    const own = { secret: 'a new horse battery', device: cookieNamed('device', answer) }
    expect((await login('besieged', own)).status).toBe(200)
  })

  it('in a known browser lock out that browser only', async () => {
    const { call } = await worker.signUp('forgetful')
    const device = await deviceOf('forgetful')
    await fail('forgetful', { device })
    expect((await login('forgetful', { device })).status).toBe(429)
    expect((await login('forgetful')).status).toBe(200)
    const confirmed = await call('/api/user/confirm-password', { body: { password } })
    expect(confirmed.status).toBe(204)
  })
})

describe('a browser is a stranger', { tags: 'deep' }, () => {
  it.each(
    Object.entries<(name: string) => Promise<string>>({
      'without its cookie': async () => '',
      'with the cookie of another account': async () => {
        await worker.signUp('someone')
        return deviceOf('someone')
      },
      'with another signature': async (name) =>
        (await deviceOf(name)).replace(/\.[^.]+$/, `.${'a'.repeat(43)}`),
      'with a session in place of the cookie': async (name) =>
        cookieNamed('session', (await login(name)).headers).replace('session=', 'device='),
      'since a password reset': async (name) => {
        const device = await deviceOf(name)
        expect((await reset(name, password.toUpperCase())).status).toBe(200)
        return device
      },
      'since a password change in another browser': async (name) => {
        const device = await deviceOf(name)
        expect((await change(name)).status).toBe(200)
        return device
      },
    }),
  )('%s', async (what, cookieOf) => {
    const name = what.replaceAll(' ', '-')
    await worker.signUp(name)
    const device = await cookieOf(name)
    const network = newNetwork()
    await times(10, () => login(name, { secret: WRONG, network }))
    expect((await login(name, { device, network })).status).toBe(429)
  })

  it('unless it changed the password itself', { tags: 'deep' }, async () => {
    await worker.signUp('careful')
    const own = { secret: newPassword, device: cookieNamed('device', (await change('careful')).headers) }
    const network = newNetwork()
    await times(10, () => login('careful', { secret: WRONG, network }))
    expect((await login('careful', { ...own, network })).status).toBe(200)
  })

  it('for one of its accounts only', { tags: 'deep' }, async () => {
    const names = ['work', 'home', 'a', 'b', 'c', 'd']
    let device = ''
    for (const name of names) {
      await worker.signUp(name)
      device = await deviceOf(name, { device })
    }
    const network = newNetwork()
    for (const name of names) await times(10, () => login(name, { secret: WRONG, network }))
    const answers = await Promise.all(names.map((name) => login(name, { device, network })))
    expect(statusesOf(answers)).toEqual([429, 200, 200, 200, 200, 200])
  })
})

describe('a sign-in with a new browser', () => {
  const SUBJECT = 'New sign-in to your account'
  const noticesTo = async (name: string) =>
    (await worker.emailsTo(emailOf(name))).filter(({ subject }) => subject === SUBJECT)
  const VIENNA = { city: 'Vienna', country: 'AT' }

  it('emails the owner the device, place and time, once for each browser', async () => {
    await worker.signUp('told')
    const device = await deviceOf('told', { cf: VIENNA })
    await login('told', { device })
    const [{ text, html } = { text: '', html: '' }, ...more] = await noticesTo('told')
    expect(more).toEqual([])
    expect(text).toContain('Device: Firefox on Linux\nPlace: near Vienna, Austria\nTime: ')
    expect(text).toMatch(/Time: [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M UTC\n/)
    for (const link of ['/profile?tab=security', '/auth?page=forgot'])
      expect([text, html].map((each) => each.includes(`${worker.settings.APP_ORIGIN}${link}`))).toEqual([
        true,
        true,
      ])
    await login('told')
    expect(await noticesTo('told')).toHaveLength(2)
  })

  it.each<[string, object, string | null]>([
    ['only the country', { country: 'AT' }, 'Austria'],
    ['Tor', { country: 'T1' }, null],
    ['no country', { country: 'XX', city: 'Nowhere' }, null],
    ['nothing', {}, null],
    ['a city with markup', { country: 'AT', city: '<b>Wien' }, 'near <b>Wien, Austria'],
  ])('says the place if Cloudflare knows %s', async (what, cf, place) => {
    const name = what.toLowerCase().replaceAll(' ', '-')
    await worker.signUp(name)
    const { headers } = await login(name, { cf })
    const list = await worker.call<SessionInfo[]>('/api/user/sessions', {
      headers: { Cookie: cookieNamed('session', headers) },
    })
    expect(list.body.find(({ isCurrent }) => isCurrent)?.place).toBe(place)
    const [notice] = await noticesTo(name)
    expect(notice?.text).toContain(`Place: ${place ?? 'unknown'}\n`)
    expect(notice?.html).not.toContain('<b>')
  })

  it('emails nobody if the password is wrong, and nothing about the browser of a reset', async () => {
    await worker.signUp('untold')
    await login('untold', { secret: WRONG })
    const { headers } = await reset('untold', 'a new horse battery')
    await login('untold', { secret: 'a new horse battery', device: cookieNamed('device', headers) })
    expect(await noticesTo('untold')).toEqual([])
  })

  it('opens no session without its email', async () => {
    await worker.signUp('atomic')
    await worker.sql`alter table mails rename to mails_away`
    const { status } = await login('atomic')
    await worker.sql`alter table mails_away rename to mails`
    expect(status).toBe(500)
    const rows = await worker.sql`select 1 from session
      where user_id = (select id from users where email = ${emailOf('atomic')})`
    expect(rows).toHaveLength(1)
  })
})

it('keeps the cookie of a browser for a year, out of reach of scripts', async () => {
  await worker.signUp('attributes')
  const { headers } = await login('attributes')
  const [cookie] = headers.getSetCookie().filter((each) => each.startsWith('device='))
  expect(cookie).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
})
