import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '#worker/app.ts'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { handleError } from '#worker/http/error-handler.ts'
import { requestContext } from '#worker/http/request-context.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'
import { type Answer, countStatuses, type ErrorBody, openWorker, type TestWorker } from './harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('http')
})

let people = 0
const signUp = () => worker.signUp(`of-http-${people++}`)

/** Somebody with two organizations: the first, and a further one. */
async function owner() {
  const member = await signUp()
  const { body } = await member.call<Organization>('/api/user/organizations', { body: { name: 'Further' } })
  return { member, first: member.organization.id, further: body.id }
}

describe('what caches may keep', () => {
  const open = ['/api/settings', '/api/tinproof/countries', '/api/tinproof/registers']

  it('is what says for how long, and nothing else', async () => {
    const member = await signUp()
    const paths = app.routes.flatMap(({ method, path }) =>
      method === 'GET' && path.startsWith('/api/') ? [path] : [],
    )
    expect(paths).toEqual(expect.arrayContaining([...open, '/api/user', '/api/tokens', '/api/activity']))
    for (const path of new Set(paths)) {
      const { headers } = await member.call(path)
      const kept = headers.get('Cache-Control')
      if (open.includes(path))
        expect([path, kept]).toEqual([path, expect.stringMatching(/^public, max-age=/)])
      else expect([path, kept]).toEqual([path, 'no-store'])
    }
  })

  it('is no secret, and no answer to what was sent', async () => {
    const member = await signUp()
    const { token } = await member.createToken()
    const answers: Answer[] = [
      await member.call('/api/tokens', { body: { name: 'Another' } }),
      await member.call('/api/projects', { body: { name: 'Web shop' } }),
      await worker.validate(token),
      await worker.call('/api/login', { body: { email: member.user.email, password: 'wrong password' } }),
      await worker.call('/api/user'),
      await worker.call('/api/nowhere'),
      await member.call('/api/tokens', { body: { name: 'a' } }),
      await member.call('/api/tokens', { raw: '{' }),
    ]
    expect(countStatuses(answers)).toEqual({ 200: 1, 201: 2, 400: 1, 401: 2, 404: 1, 422: 1 })
    for (const { headers } of answers) expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('is no error, though what was asked for may be kept', async () => {
    const failing = new Hono<AppEnv>().use(requestContext).get('/kept', (c) => {
      c.header('Cache-Control', 'public, max-age=60')
      throw new AppError('NOT_CONFIGURED')
    })
    failing.onError(handleError)
    const { status, headers } = await failing.request('/kept', {}, worker.settings)
    expect([status, headers.get('Cache-Control')]).toEqual([503, 'no-store'])
  })
})

describe('the organization that a call names', () => {
  it.each(['application/json', 'application/JSON', 'Application/Problem+Json; charset=utf-8'])(
    'is the one in a body of the type %s',
    async (type) => {
      const { member, further } = await owner()
      const made = await member.call<CreatedToken>('/api/tokens', {
        body: { name: 'Of the further', organizationId: further },
        headers: { 'Content-Type': type },
      })
      expect(made.status).toBe(201)
      const listed = await member.call<Token[]>(`/api/tokens?organizationId=${further}`)
      expect(listed.body).toMatchObject([{ id: made.body.id }])
    },
  )

  it('is one: a query that names two is refused, in either order', async () => {
    const { member, first, further } = await owner()
    for (const [one, other] of [
      [first, further],
      [further, first],
    ]) {
      const { status, body } = await member.call<ErrorBody>(
        `/api/tokens?organizationId=${one}&organizationId=${other}`,
      )
      expect([status, body.code]).toEqual([400, 'ORGANIZATION_MISMATCH'])
    }
    expect((await member.call(`/api/tokens?organizationId=${first}&organizationId=${first}`)).status).toBe(
      200,
    )
  })

  it.each([
    ['half a letter', 'org_\ud800'],
    ['a NUL', 'org_\u0000'],
    ['10,000 characters', 'a'.repeat(10_000)],
  ])(
    'is unknown without any look-up where no organization can be called so: %s',
    async (_what, organizationId) => {
      const member = await signUp()
      const { answered } = await worker.trips(async () => {
        const { status, body } = await member.call<ErrorBody>('/api/tokens', {
          body: { name: 'Nowhere', organizationId },
        })
        expect([status, body.code]).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
      })
      expect(answered.neon.trips).toBe(0)
    },
  )
})

describe('a statement that PostgreSQL gave up for the sake of another', () => {
  it.each(['40P01', '40001'])('is told as an outage that passes: %s', async (state) => {
    const member = await signUp()
    await worker.sql(`
      create function give_up() returns trigger language plpgsql as $$
        begin raise exception using errcode = '${state}', message = 'process 1 waits for process 2'; end $$;
      create trigger give_up before insert on projects for each row execute function give_up()`)
    const { status, headers, body } = await member.call<ErrorBody>('/api/projects', {
      body: { name: 'Web shop' },
    })
    await worker.sql('drop trigger give_up on projects; drop function give_up')
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain('process')
  })
})

describe('the limit of one isolate', () => {
  /** Calls, fifty at a time. */
  async function callOften(count: number, call: () => Promise<Answer<ErrorBody>>) {
    const answers: Answer<ErrorBody>[] = []
    while (answers.length < count)
      answers.push(...(await Promise.all(Array.from({ length: Math.min(50, count - answers.length) }, call))))
    return answers
  }

  it('lets a session make 1,000 calls a minute, whatever they are, and leaves the others alone', async () => {
    const [hasty, calm] = [await signUp(), await signUp()]
    const answers = await callOften(1_005, () => hasty.call<ErrorBody>('/api/user'))
    expect(countStatuses(answers)).toEqual({ 200: 1_000, 429: 5 })
    const { answered } = await worker.trips(async () => {
      const { status, headers, body } = await hasty.call<ErrorBody>('/api/tokens', { body: { name: 'More' } })
      expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    })
    expect(answered.neon.trips + answered.upstash.trips).toBe(0)
    expect((await calm.call('/api/user')).status).toBe(200)
  })

  it('lets an address ask how the service fares 600 times a minute', async () => {
    const from = (address: string) => () =>
      worker.call<ErrorBody>('/api/health', { headers: { 'CF-Connecting-IP': address } })
    const answers = await callOften(603, from('192.0.2.1'))
    expect(countStatuses(answers)).toEqual({ 200: 600, 429: 3 })
    expect((await from('192.0.2.2')()).status).toBe(200)
  })

  it('counts the addresses of one IPv6 subscriber as one, however they are written', async () => {
    let host = 0
    const from = (network: string) => () =>
      worker.call<ErrorBody>('/api/health', {
        headers: { 'CF-Connecting-IP': `${network}${(++host).toString(16)}` },
      })
    const short = await callOften(400, from('2001:db8:1:2::'))
    const long = await callOften(203, from('2001:0DB8:0001:0002:0:0:0:'))
    expect(countStatuses([...short, ...long])).toEqual({ 200: 600, 429: 3 })
    expect((await from('2001:db8:1:3::')()).status).toBe(200)
  })
})
