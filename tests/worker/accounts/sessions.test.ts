import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, ORIGIN, refusal } from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import { MAX_SESSIONS, type SessionInfo } from '#worker/accounts/contract.ts'
import { deviceOf } from '#worker/lib/device.ts'
import { openPasswordsWorker, password } from './passwords-worker.ts'

const { worker, me } = await openPasswordsWorker('sessions')

const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const IPHONE_SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

async function signIn(name: string, userAgent?: string) {
  const { status, headers } = await worker.post(
    '/api/login',
    { email: `${name}@example.test`, password },
    { headers: { ...(userAgent && { 'User-Agent': userAgent }) } },
  )
  expect(status).toBe(200)
  return cookieOf(headers)
}

async function signedIn(name: string) {
  await worker.signUp(name)
  return signIn(name)
}

const SID = /^[0-9A-Za-z]{32}$/
const sidOf = (cookie: string) =>
  (JSON.parse(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid

describe('a session', () => {
  it('has 190 random bits', async () => {
    const [one, other] = [sidOf(await signedIn('random')), sidOf(await signIn('random'))]
    expect([one, other]).toEqual([expect.stringMatching(SID), expect.stringMatching(SID)])
    expect(one).not.toBe(other)
  })

  const key = () => Buffer.from(worker.settings.SESSION_KEYS?.split(':')[1] ?? '', 'base64url')

  type Claims = {
    sid?: string
    iss?: string
    aud?: string
    exp?: string | number
    alg?: string
    kid?: string
    key?: Buffer
  }
  const forged = async ({ sid, ...claims }: Claims) =>
    `session=${await new SignJWT(sid === undefined ? {} : { sid })
      .setProtectedHeader({ alg: claims.alg ?? 'HS256', kid: claims.kid ?? 'test' })
      .setIssuer(claims.iss ?? 'tinproof')
      .setAudience(claims.aud ?? 'tinproof-dashboard')
      .setExpirationTime(claims.exp ?? '1h')
      .sign(claims.key ?? key())}`
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  describe('is refused when its cookie', () => {
    let cookie: string
    let sid: string
    let parts: string[]
    beforeAll(async () => {
      cookie = await signedIn('forged')
      sid = sidOf(cookie)
      parts = cookie.replace('session=', '').split('.')
    })

    it('is not the real one', async () => {
      expect([(await me(cookie)).status, (await me(await forged({ sid }))).status]).toEqual([200, 200])
    })

    it.each<[string, () => string | Promise<string>]>([
      ['has another signature', () => `${cookie.slice(0, -3)}${cookie.endsWith('abc') ? 'xyz' : 'abc'}`],
      ['has other claims', () => `session=${parts[0]}.${encoded({ sid, exp: 9_999_999_999 })}.${parts[2]}`],
      ['has no signature', () => `session=${parts[0]}.${parts[1]}.`],
      ['says alg:none', () => `session=${encoded({ alg: 'none' })}.${parts[1]}.`],
      ['has expired', () => forged({ sid, exp: 1 })],
      ['is signed with another algorithm', () => forged({ sid, alg: 'HS512' })],
      ['is for another audience', () => forged({ sid, aud: 'another' })],
      ['is from another issuer', () => forged({ sid, iss: 'another' })],
      ['is signed with another key', () => forged({ sid, key: Buffer.alloc(32, 7) })],
      ['names a key that there is not', () => forged({ sid, kid: 'unknown' })],
      ['names a session that there is not', () => forged({ sid: 'unknown' })],
      ['names no session', () => forged({})],
      ['is empty', () => 'session='],
      ['is not a token at all', () => `session=${'x'.repeat(10_000)}`],
    ])('%s', async (_what, make) => {
      expect(refusal(await me(await make()))).toEqual([401, 'NOT_SIGNED_IN'])
    })
  })

  it('ends if its user has 20 others that were used later', { tags: 'deep' }, async () => {
    const first = await signedIn('many')
    const second = await signIn('many')
    for (let count = 2; count < MAX_SESSIONS; count++) await signIn('many')
    await worker.sql`update session set last_seen_at = now() - interval '1 hour' where sid = ${sidOf(second)}`
    expect((await me(first)).status).toBe(200)
    const newest = await signIn('many')
    const statuses = [first, second, newest].map(async (each) => (await me(each)).status)
    expect(await Promise.all(statuses)).toEqual([200, 401, 200])
    const [{ count } = { count: 0 }] = await worker.sql<{ count: number }>`
      select count(*)::int as count from session where user_id = (select user_id from session where sid = ${sidOf(first)})`
    expect(count).toBe(MAX_SESSIONS)
  })

  it('ends when its browser signs in again, and only then', async () => {
    const elsewhere = await signedIn('again')
    const cookie = await signIn('again')
    const from = (secret: string) =>
      worker.post(
        '/api/login',
        { email: 'again@example.test', password: secret },
        { headers: { Cookie: cookie, Origin: ORIGIN } },
      )
    expect((await from('not the password')).status).toBe(401)
    expect((await me(cookie)).status).toBe(200)
    const { status, headers } = await from(password)
    expect(status).toBe(200)
    await worker.settle()
    const statuses = [cookie, elsewhere, cookieOf(headers)].map(async (each) => (await me(each)).status)
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    await worker.fault({ service: 'neon', content: 'delete from "session" where "session"."sid"', times: 1 })
    expect((await from(password)).status).toBe(200)
  })

  it('survives key rotation until the old key is removed', async () => {
    const cookie = await signedIn('rotated')
    const rotated = `next:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
    const statusWith = async (SESSION_KEYS: string) =>
      (await worker.call('/api/user', { headers: { Cookie: cookie }, settings: { SESSION_KEYS } })).status
    expect(await statusWith(`${rotated},${worker.settings.SESSION_KEYS}`)).toBe(200)
    expect(await statusWith(rotated)).toBe(401)
  })

  it('ends at sign-out, also for copies of its cookie', async () => {
    const cookie = await signedIn('leaver')
    const signOut = () =>
      worker.post('/api/logout', undefined, { headers: { Cookie: cookie, Origin: ORIGIN } })
    const failed = await worker.during({ service: 'neon' }, signOut)
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([503, []])
    const { status, headers } = await signOut()
    expect(status).toBe(204)
    const ended = headers.getSetCookie().map((cookie) => cookie.split('; Path')[0])
    expect(ended).toEqual(['session=; Max-Age=0', 'has-session=; Max-Age=0'])
    expect((await me(cookie)).status).toBe(401)
  })

  it('ends after 7 days without a request', async () => {
    const cookie = await signedIn('idle')
    await worker.sql`update session set expire = now() - interval '1 second' where sid = ${sidOf(cookie)}`
    expect((await me(cookie)).status).toBe(401)
  })

  it.for([
    [0, 7],
    [29, 1],
  ])('of %i days is extended to %i more by requests, which say its place', async ([age, days]) => {
    const cookie = await signedIn(`busy-${age}`)
    await worker.sql`update session set last_seen_at = now() - interval '2 hours', expire = now() + interval '1 hour',
      created_at = now() - make_interval(days => ${age}) where sid = ${sidOf(cookie)}`
    await worker.call('/api/user', { headers: { Cookie: cookie }, cf: { city: 'Graz', country: 'AT' } })
    await worker.settle()
    const rows = await worker.sql`select round(extract(epoch from expire - now()) / 86400)::int as days,
      sess->>'place' as place from session where sid = ${sidOf(cookie)}`
    expect(rows).toEqual([{ days, place: 'near Graz, Austria' }])
  })

  it('is refused to a disabled user, even if it was left', async () => {
    const { user, call } = await worker.signUp('disabled')
    await worker.sql`update users set disabled_at = now() where id = ${user.id}`
    expect(refusal(await call('/api/user'))).toEqual([401, 'NOT_SIGNED_IN'])
  })

  it('costs one database trip to check', async () => {
    const cookie = await signedIn('cheap')
    const { answered } = await worker.trips(() => me(cookie))
    expect(answered.neon).toEqual({ trips: 1, statements: 1 })
  })
})

describe('GET /api/user/sessions', () => {
  const list = async (cookie: string) => {
    const { status, body } = await worker.call<SessionInfo[]>('/api/user/sessions', {
      headers: { Cookie: cookie },
    })
    expect(status).toBe(200)
    return body
  }

  it('lists sessions by last activity, marks the current one and reveals no session ID', async () => {
    await worker.signUp('lister')
    const desk = await signIn('lister', WINDOWS_CHROME)
    const phone = await signIn('lister', IPHONE_SAFARI)
    await worker.sql`update session set last_seen_at = now() - interval '2 days' where sid = ${sidOf(desk)}`
    const sessions = await list(phone)
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', true],
      ['Unknown device', false],
      ['Chrome on Windows', false],
    ])
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(3)
    for (const cookie of [desk, phone]) expect(JSON.stringify(sessions)).not.toContain(sidOf(cookie))
    for (const { id, lastSeenAt, createdAt } of sessions) {
      expect(id).toMatch(/^[0-9a-f]{16}$/)
      expect(new Date(lastSeenAt).toISOString()).toBe(lastSeenAt)
      expect(new Date(createdAt).toISOString()).toBe(createdAt)
    }
    expect((await list(desk))[0]).toMatchObject({ device: 'Chrome on Windows', isCurrent: true })
  })

  it('omits expired sessions and those of other users', async () => {
    await signedIn('neighbour')
    const cookie = await signedIn('alone')
    await worker.sql(
      `update session set expire = now() - interval '1 second'
        where sid <> $1 and user_id = (select user_id from session where sid = $1)`,
      [sidOf(cookie)],
    )
    expect(await list(cookie)).toHaveLength(1)
  })
})

describe('DELETE /api/user/sessions', () => {
  const confirm = (...cookies: string[]) =>
    worker.sql`update session set confirmed_at = now() where sid = any(${cookies.map(sidOf)})`
  const endOthers = (headers: Record<string, string>) =>
    worker.call('/api/user/sessions', { method: 'DELETE', headers })

  it('ends the user’s other sessions and no one else’s', async () => {
    const stranger = await signedIn('untouched')
    const first = await signedIn('everywhere')
    const second = await signIn('everywhere')
    const here = await signIn('everywhere')
    await confirm(here)
    const { status } = await endOthers({ Cookie: here, Origin: ORIGIN })
    const answers = await Promise.all([here, stranger, first, second].map(me))
    expect([status, ...answers.map((answer) => answer.status)]).toEqual([204, 200, 200, 401, 401])
  })

  it('keeps one of two sessions that end each other at once', { tags: 'deep' }, async () => {
    const first = await signedIn('duel')
    const second = await signIn('duel')
    await confirm(first, second)
    const endFrom = (cookie: string) => endOthers({ Cookie: cookie, Origin: ORIGIN })
    const [ending, meanwhile] = await overlap(
      worker,
      ['delete', 'session'],
      () => endFrom(first),
      () => endFrom(second),
    )
    expect([ending.status, meanwhile.status]).toEqual([204, 204])
    expect([(await me(first)).status, (await me(second)).status]).toEqual([200, 401])
  })

  it('ends one other session, once', async () => {
    const first = await signedIn('one-by-one')
    const second = await signIn('one-by-one')
    const here = await signIn('one-by-one')
    await confirm(here)
    const headers = { Cookie: here, Origin: ORIGIN }
    const end = (id: string) => worker.call(`/api/user/sessions/${id}`, { method: 'DELETE', headers })
    const idOf = async (cookie: string) => {
      const { body } = await worker.call<SessionInfo[]>('/api/user/sessions', { headers: { Cookie: cookie } })
      return body.find(({ isCurrent }) => isCurrent)?.id ?? ''
    }
    const firstId = await idOf(first)
    expect((await end(firstId)).status).toBe(204)
    const answers = await Promise.all([first, second, here].map(me))
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200])
    for (const id of [firstId, await idOf(here), await idOf(await signedIn('one-of-another'))])
      expect(refusal(await end(id))).toEqual([404, 'SESSION_NOT_FOUND'])
    for (const id of ['0', sidOf(second), '%00', "' or true--"])
      expect(await end(encodeURIComponent(id))).toMatchObject({ status: 404 })
    expect((await me(second)).status).toBe(200)
  })
})

describe('device names', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
  it.each([
    [WINDOWS_CHROME, 'Chrome on Windows'],
    [IPHONE_SAFARI, 'Safari on iPhone'],
    [`${WINDOWS_CHROME} Edg/131.0.0.0`, 'Edge on Windows'],
    [`${WINDOWS_CHROME} OPR/115.0.0.0`, 'Opera on Windows'],
    [`${windows.replace('Win64; x64', 'rv:132.0')} Gecko/20100101 Firefox/132.0`, 'Firefox on Windows'],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPad',
    ],
    ['Windows', 'Windows'],
    ['curl/8.5.0', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('shows %j as %s', (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name)
  })
})
