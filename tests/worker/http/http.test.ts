import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { mismatches } from '#tests/docs/conformance.ts'
import { type Call, type ErrorBody, ORIGIN, openWorker, refusal } from '#tests/worker/harness.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { AppError, errorTable } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { handleError } from '#worker/http/error-handler.ts'
import { requestContext } from '#worker/http/request-context.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'

const worker = await openWorker('http')
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

let members = 0
const signUp = () => worker.signUp(`of-http-${members++}`)

/** A member of two organizations. */
async function signUpWithTwo() {
  const member = await signUp()
  const { body } = await member.post<Organization>('/api/user/organizations', { name: 'Second' })
  return { member, first: member.organization.id, second: body.id }
}

it('doesn’t let caches keep the error of a cacheable route', async () => {
  const failing = new Hono<AppEnv>().use(requestContext).get('/kept', (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    throw new AppError('NOT_CONFIGURED')
  })
  failing.onError(handleError)
  const { status, headers } = await failing.request('/kept', {}, worker.settings)
  expect([status, headers.get('Cache-Control')]).toEqual([503, 'no-store'])
})

describe('an error as application/problem+json', () => {
  const PROBLEM = 'application/problem+json'
  const typeFor = async (Accept: string, path = '/api/tinproof/batches') =>
    (await worker.call(path, { headers: { Accept } })).headers.get('Content-Type')

  it('has the fields of RFC 9457 and those of the JSON', async () => {
    const { token } = await (await signUp()).createToken()
    const answer = await worker.validate(token, {}, { headers: { Accept: PROBLEM } })
    const { status, headers, body } = answer
    expect(mismatches(openApiDocument(), 'validate', answer)).toEqual([])
    expect([status, headers.get('Content-Type')]).toEqual([422, PROBLEM])
    const { message, docs, details } = (await worker.validate<ErrorBody>(token, {})).body
    expect(docs).toMatch(/\/docs\/errors\/INVALID_INPUT$/)
    expect(body).toEqual({
      ...{ type: docs, title: errorTable.INVALID_INPUT.message, status, detail: message },
      ...{ message, code: 'INVALID_INPUT', requestId: headers.get('X-Request-Id'), docs, details },
    })
    const dashboard = await worker.post(
      '/api/login',
      { email: 'a@b.test', password: 'x' },
      { headers: { Accept: PROBLEM } },
    )
    expect(dashboard.body).toMatchObject({ type: 'about:blank', status: 401 })
  })

  it.each([
    PROBLEM,
    'Application/Problem+JSON ; charset=utf-8',
    `application/json;q=0.8, ${PROBLEM};q=0.9`,
    `*/*, ${PROBLEM};q=0.1`,
  ])('is sent for %s, also without a route', async (accept) => {
    expect(await typeFor(accept)).toBe(PROBLEM)
    expect(await typeFor(accept, '/api/tinproof/nowhere')).toBe(PROBLEM)
  })

  it.each([
    '*/*',
    `application/json, ${PROBLEM}`,
    `${PROBLEM};q=0`,
    `${PROBLEM};q=-1, text/html`,
    `${PROBLEM}x, application/problem+xml`,
    `"${PROBLEM}"`,
    ',;=",'.repeat(2_000),
    `${'a/b;q="'.repeat(1_400)}, ${PROBLEM};q=0.5, application/json`,
  ])('is not sent for %.50s', async (accept) => {
    expect(await typeFor(accept)).toBe('application/json')
  })
})

describe('RateLimit', () => {
  it('is in the errors of a request with a token', async () => {
    const { token } = await (await signUp()).createToken()
    const failing: [code: string, path: string, call?: Call][] = [
      ['INVALID_INPUT', '/records?limit=0'],
      ['INVALID_INPUT', '/monitors?stat=paused'],
      ['INVALID_INPUT', '/events?limit=0'],
      ['BATCH_NOT_FOUND', '/batches/batch_xxx'],
      ['VALIDATION_NOT_FOUND', '/validations/validation_xxx'],
      ['MONITOR_NOT_FOUND', '/monitors/monitor_xxx'],
      ['INVALID_JSON', '/monitors', { raw: '{', headers: { 'Content-Type': 'application/json' } }],
      ['UNSUPPORTED_MEDIA_TYPE', '/batches', { raw: 'x', headers: { 'Content-Type': 'text/plain' } }],
      ['BODY_TOO_LARGE', '/monitors', { body: { tin: '1'.repeat(70_000) } }],
    ]
    for (const [code, path, call] of failing) {
      const headers = { Authorization: `Bearer ${token}`, ...call?.headers }
      const answer = await worker.call(`/api/tinproof${path}`, { ...call, headers })
      expect([answer.body.code, answer.headers.get('RateLimit')]).toEqual([
        code,
        expect.stringMatching(/^"burst";r=\d+;t=10, "month";r=100;t=\d+$/),
      ])
      expect(answer.headers.get('RateLimit-Policy')).toMatch(/^"burst";q=1000;w=10, "month";q=100;w=\d+$/)
    }
  })
})

it('the path of an API call may end with a slash', async () => {
  const { token } = await (await signUp()).createToken()
  const statusOf = async (path: string) =>
    (await worker.call(`/api/tinproof/${path}/`, { headers: bearer(token) })).status
  const paths = ['batches', 'events', 'monitors', 'records', 'countries', 'batches/batch_xxx']
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200, 200, 404])
  const answer = await worker.call('/api/tinproof/validate/', {
    ...{ body: { countryCode: 'DE', tin: '136695976' }, headers: bearer(token) },
  })
  expect(answer.status).toBe(200)
})

it.each([
  ['PUT', '/api/tinproof/validate', 'POST'],
  ['DELETE', '/api/tinproof/countries', 'GET, HEAD'],
  ['PUT', '/api/tinproof/batches/', 'GET, HEAD, POST'],
  ['PUT', '/api/tinproof/records/export', 'GET, HEAD'],
  ['GET', '/api/tinproof/batches/csv', 'POST'],
  ['DELETE', '/api/tinproof/batches/estimate', 'POST'],
  ['PATCH', '/api/tinproof/monitors/import', 'POST'],
  ['GET', '/api/tinproof/monitors/monitor_x/check', 'POST'],
  ['GET', '/api/mcp', 'POST'],
  ['GET', '/api/paddle/webhook', 'POST'],
  ['PUT', '/api/projects/1/key', 'POST'],
  ['OPTIONS', '/api/tokens', 'GET, HEAD, POST'],
])('%s %s is refused with the methods that it supports', async (method, path, allowed) => {
  const { token } = await (await signUp()).createToken()
  const answer = await worker.call<ErrorBody>(path, { method, headers: bearer(token) })
  expect([...refusal(answer), answer.headers.get('Allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allowed])
  expect(answer.body.message).toBe(`This URL supports only ${allowed}.`)
})

describe('a caller who leaves while sending the body', () => {
  const FORM = 'application/x-www-form-urlencoded'
  it.each([
    ['/api/tinproof/validate'],
    ['/api/tinproof/monitors'],
    ['/api/mcp'],
    ['/api/login'],
    ['/api/paddle/webhook'],
    ['/api/oauth/token', FORM],
  ])('is no failure of %s', async (path, type = 'application/json') => {
    const { token } = await (await signUp()).createToken()
    for (const length of [{}, { 'Content-Length': '1000' }]) {
      const headers = { ...length, 'Content-Type': type, ...(type !== FORM && bearer(token)) }
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
      const { status } = await worker.fetch(
        new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body }),
      )
      expect(status).toBe(400)
    }
  })
})

describe('the requested organization', () => {
  it.each(['application/json', 'application/JSON', 'Application/Problem+Json; charset=utf-8'])(
    'is read from a body of type %s',
    async (type) => {
      const { member, second } = await signUpWithTwo()
      const made = await member.post<CreatedToken>(
        '/api/tokens',
        { name: 'For the second', organizationId: second },
        { headers: { 'Content-Type': type } },
      )
      expect(made.status).toBe(201)
      const listed = await member.call<Token[]>(`/api/tokens?organizationId=${second}`)
      expect(listed.body).toMatchObject([{ id: made.body.id }])
    },
  )

  it('is refused if the query names two, in either order', async () => {
    const { member, first, second } = await signUpWithTwo()
    for (const [one, other] of [
      [first, second],
      [second, first],
    ]) {
      const { status, body } = await member.call(`/api/tokens?organizationId=${one}&organizationId=${other}`)
      expect([status, body.code, body.docs]).toEqual([400, 'ORGANIZATION_MISMATCH', undefined])
    }
    expect((await member.call(`/api/tokens?organizationId=${first}&organizationId=${first}`)).status).toBe(
      200,
    )
  })

  it.each([
    ['a lone surrogate', 'org_\ud800'],
    ['a NUL', 'org_\u0000'],
    ['10,000 characters', 'a'.repeat(10_000)],
  ])('is not found without a database query if the ID is impossible: %s', async (_what, organizationId) => {
    const member = await signUp()
    const { answered } = await worker.trips(async () => {
      expect(refusal(await member.post('/api/tokens', { name: 'Nowhere', organizationId }))).toEqual([
        404,
        'ORGANIZATION_NOT_FOUND',
      ])
    })
    expect(answered.neon.trips).toBe(0)
  })
})

describe('a statement that PostgreSQL aborted for another', () => {
  it.each(['40P01', '40001'])('is answered as a temporary outage: %s', async (state) => {
    const member = await signUp()
    await worker.confirmPassword(member)
    await worker.sql(`
      create function abort_statement() returns trigger language plpgsql as $$
        begin raise exception using errcode = '${state}', message = 'process 1 waits for process 2'; end $$;
      create trigger abort_statement before insert on projects for each row execute function abort_statement()`)
    const { status, headers, body } = await member.post('/api/projects', { name: 'Web shop' })
    await worker.sql`drop trigger abort_statement on projects; drop function abort_statement`
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain('process')
  })
})
