import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type CallOptions, type ClientOptions, Tinproof, TinproofError } from '#worker/npm-client/index.ts'

const validation = {
  referenceId: 'r',
  result: 'confirmed',
  validation: { overall: { attempted: true, isValid: true, timestamp: null } },
}
const input = { countryCode: 'DE', tin: '136695976' }

type Answer = Response | Error | ((init: RequestInit) => Promise<Response>)

/** Answers in this order. */
const clientWith = (...answers: readonly Answer[]) => clientOf({}, ...answers)

function clientOf(options: Partial<ClientOptions>, ...answers: readonly Answer[]) {
  const left = [...answers]
  const requests: { url: string; method: string; headers: Headers; body: unknown }[] = []
  const client = new Tinproof({
    token: 'tp_live_x',
    baseUrl: 'https://api.example/',
    ...options,
    fetch: async (url, init = {}) => {
      const { method = 'GET', body } = init
      requests.push({ url: String(url), method, headers: new Headers(init.headers), body })
      const answer = left.shift()
      if (answer instanceof Error) throw answer
      if (typeof answer === 'function') return await answer(init)
      return answer ?? Response.error()
    },
  })
  return { client, requests }
}

const ok = (body: unknown = validation, headers: HeadersInit = {}) => Response.json(body, { headers })
const refused = (status: number, code: string, headers: HeadersInit = {}) =>
  Response.json(
    { message: 'No.', code, requestId: 'id', docs: `https://api.example/docs/errors/${code}` },
    { status, headers },
  )
const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key')

/** Runs timers until the call has ended. */
async function ended<Value>(call: Promise<Value>): Promise<Value | TinproofError> {
  const result = call.catch((error: TinproofError) => error)
  await vi.runAllTimersAsync()
  return await result
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('monitors', () => {
  const call = async (work: (client: Tinproof) => Promise<unknown>, status = 200) => {
    const { client, requests } = clientWith(new Response(status === 204 ? null : '{"id":"1"}', { status }))
    await work(client)
    return requests.map(({ method, url, body }) => [method, url.replace(/.*monitors/, ''), body])
  }
  it('call the API', async () => {
    const input = { countryCode: 'DE', tin: '1', every: 'day' } as const
    expect(await call(({ monitors }) => monitors.create(input))).toEqual([
      ['POST', '', JSON.stringify(input)],
    ])
    expect(await call(({ monitors }) => monitors.list({ state: 'failing' }))).toEqual([
      ['GET', '?state=failing', undefined],
    ])
    expect(await call(({ monitors }) => monitors.update('m', { paused: true }))).toEqual([
      ['PATCH', '/m', '{"paused":true}'],
    ])
    const file = { csv: 'nip', every: 'day', tinColumn: 'nip', charset: 'windows-1250' } as const
    expect(await call(({ monitors }) => monitors.import(file))).toEqual([
      ['POST', '/import/csv?every=day&tinColumn=nip', 'nip'],
    ])
    expect(await call(({ monitors }) => monitors.import({ batchId: 'b', every: 'day' }))).toEqual([
      ['POST', '/import', '{"batchId":"b","every":"day"}'],
    ])
    expect(await call(({ monitors }) => monitors.check('m'))).toEqual([['POST', '/m/check', undefined]])
    expect(await call(({ monitors }) => monitors.get('m'))).toEqual([['GET', '/m', undefined]])
    expect(await call(({ monitors }) => monitors.delete('m'), 204)).toEqual([['DELETE', '/m', undefined]])
  })
})

describe('validate', () => {
  it('posts the input with the token and your idempotency key, and returns the response', async () => {
    const { client, requests } = clientWith(ok())
    const call = client.validate(input, { idempotencyKey: 'order-1' })
    expect(await call).toMatchObject({ result: 'confirmed', referenceId: 'r' })
    expect(requests.map(keyOf)).toEqual(['order-1'])
    expect(requests).toMatchObject([
      { url: 'https://api.example/api/tinproof/validate', method: 'POST', body: JSON.stringify(input) },
    ])
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer tp_live_x')
  })

  it.each([
    ['500', () => refused(500, 'INTERNAL')],
    ['503', () => refused(503, 'SERVICE_UNAVAILABLE')],
    ['429 RATE_LIMITED', () => refused(429, 'RATE_LIMITED', { 'Retry-After': '1' })],
    ['400 BODY_INCOMPLETE', () => refused(400, 'BODY_INCOMPLETE')],
    ['409 in progress', () => refused(409, 'IDEMPOTENCY_KEY_IN_USE', { 'Retry-After': '1' })],
  ])('is sent again after %s, with the same idempotency key', async (_what, failure) => {
    const { client, requests } = clientWith(failure(), ok())
    expect(await ended(client.validate(input))).toMatchObject({ result: 'confirmed' })
    const [first, second] = requests.map(keyOf)
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(second).toBe(first)
  })

  it.each([
    [3, {}],
    [1, { maxRetries: 0 }],
  ])('is sent %i times at most with %j', async (most, options) => {
    const { client, requests } = clientWith(...Array.from({ length: 4 }, () => refused(503, 'INTERNAL')))
    const error = { name: 'ServerError', code: 'INTERNAL', status: 503 }
    expect(await ended(client.validate(input, options))).toMatchObject(error)
    expect(requests).toHaveLength(most)
  })

  it.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('waits as long as Retry-After says in %s', async (_, retryAfter) => {
    vi.setSystemTime('2026-11-26T06:00:00Z')
    const { client, requests } = clientWith(
      refused(429, 'RATE_LIMITED', { 'Retry-After': retryAfter() }),
      ok(),
    )
    const call = client.validate(input)
    await vi.advanceTimersByTimeAsync(6_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await call).toMatchObject({ result: 'confirmed' })
  })

  it.each([
    ['the quota is used up', 'QuotaError', refused(429, 'QUOTA_EXCEEDED', { 'Retry-After': '1' })],
    ['the wait is too long', 'RateLimitError', refused(429, 'RATE_LIMITED', { 'Retry-After': '31' })],
    ['the token is wrong', 'AuthenticationError', refused(401, 'INVALID_TOKEN')],
    ['the token lacks a permission', 'PermissionError', refused(403, 'PERMISSION_MISSING')],
    ['it does not exist', 'NotFoundError', refused(404, 'BATCH_NOT_FOUND')],
    ['the state is wrong', 'ConflictError', refused(409, 'BATCH_ENDED')],
    ['the input is wrong', 'InvalidRequestError', refused(422, 'INVALID_INPUT')],
  ])('is not sent again if %s, and throws %s', async (_what, name, refusal) => {
    const { client, requests } = clientWith(refusal, ok())
    const error = await ended(client.validate(input))
    expect(error).toBeInstanceOf(TinproofError)
    expect(error).toMatchObject({
      name,
      message: 'No.',
      requestId: 'id',
      docs: expect.stringContaining('/docs/errors/'),
    })
    expect(requests).toHaveLength(1)
  })

  it('ends at once if you abort it', async () => {
    const { client } = clientWith(refused(503, 'SERVICE_UNAVAILABLE'), ok())
    const controller = new AbortController()
    const call = client.validate(input, { signal: controller.signal })
    controller.abort(new Error('stop'))
    await expect(call).rejects.toThrow('stop')
  })

  it('is sent with an idempotency key for monitors, too, and throws an error with all fields of the API', async () => {
    const body = { message: 'No.', code: 'MONITOR_EXISTS', monitorId: 'monitor_1' }
    const { client, requests } = clientWith(Response.json(body, { status: 409 }))
    await expect(client.monitors.create({ ...input, every: 'day' })).rejects.toMatchObject({
      name: 'ConflictError',
      body,
    })
    expect(requests.map(keyOf)).toEqual([expect.stringMatching(/.{36}/)])
  })

  it('sends its version, and returns the response if asked', async () => {
    const { client, requests } = clientWith(
      ok(validation, { 'X-Request-Id': 'id', 'RateLimit-Remaining': '9' }),
      refused(401, 'INVALID_TOKEN'),
    )
    const { data, response, requestId } = await client.validate(input).withResponse()
    expect([data.result, response.headers.get('RateLimit-Remaining'), requestId]).toEqual([
      'confirmed',
      '9',
      'id',
    ])
    expect(requests[0]?.headers.get('User-Agent')).toMatch(/^tinproof\/\d+\.\d+\.\d+ node\/\d+/)
    await expect(client.validate(input).withResponse()).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('logs each attempt without the token and the number', async () => {
    const lines: string[] = []
    const logger = { debug: (line: string) => lines.push(line) }
    const { client } = clientOf(
      { logger },
      refused(503, 'SERVICE_UNAVAILABLE'),
      ok(),
      ok({ records: [], next: null }),
    )
    await ended(client.validate(input))
    await client.records.list({ search: input.tin })
    expect(lines).toEqual([
      expect.stringMatching(
        /POST \/api\/tinproof\/validate: 503 SERVICE_UNAVAILABLE in \d+ ms, request ID id. Retrying in \d+ ms\.$/,
      ),
      expect.stringMatching(/POST \/api\/tinproof\/validate: 200 in \d+ ms, request ID null\.$/),
      expect.stringMatching(/GET \/api\/tinproof\/records: 200/),
    ])
    expect(lines.join()).not.toContain(input.tin)
  })

  it('needs a token', () => {
    expect(() => new Tinproof({ token: '' })).toThrow('A token is required')
  })
})

describe('batches', () => {
  const batch = (state: string, pendingRows: number) => ({
    id: 'batch_1',
    state,
    rows: 2,
    pendingRows,
    registers: [],
  })

  it('are created from items with an idempotency key, and from CSV with options', async () => {
    const { client, requests } = clientWith(ok(batch('processing', 2)), ok(batch('processing', 2)))
    await client.batches.create({ items: [input], deadlineHours: 2 })
    await client.batches.create({ csv: 'country,tin\nDE,136695976', defaultCountry: 'DE', source: false })
    expect(requests.map(({ body }) => body)).toEqual([
      JSON.stringify({ items: [input], deadlineHours: 2 }),
      'country,tin\nDE,136695976',
    ])
    expect(requests[1]?.url).toBe(
      'https://api.example/api/tinproof/batches/csv?defaultCountry=DE&source=false',
    )
    expect(requests[1]?.headers.get('Content-Type')).toBe('text/csv')
    const other = clientWith(ok(batch('processing', 2)))
    await other.client.batches.create({ csv: 'tin', charset: 'windows-1250' })
    expect(other.requests[0]?.url).toMatch(/\/csv$/)
    expect(other.requests[0]?.headers.get('Content-Type')).toBe('text/csv; charset=windows-1250')
    expect(requests.map(keyOf).every(Boolean)).toBe(true)
  })

  it('are polled with their ETag until they end', async () => {
    const { client, requests } = clientWith(
      ok(batch('processing', 2), { ETag: 'W/"1"', 'Retry-After': '2' }),
      new Response(null, { status: 304, headers: { 'Retry-After': '2' } }),
      ok(batch('completed', 0), { ETag: 'W/"2"' }),
    )
    const pending: number[] = []
    const wait = client.batches.wait('batch_1', { onProgress: (each) => pending.push(each.pendingRows) })
    expect(await ended(wait)).toMatchObject({ state: 'completed' })
    expect(pending).toEqual([2, 0])
    expect(requests.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, 'W/"1"', 'W/"1"'])
  })
})

const outage = () => Array.from({ length: 10 }, () => refused(503, 'SERVICE_UNAVAILABLE'))

test('a call waits for a Retry-After of up to 30 seconds', async () => {
  const { client } = clientWith(refused(429, 'RATE_LIMITED', { 'Retry-After': '30' }), ok())
  expect(await ended(client.validate(input))).toMatchObject({ result: 'confirmed' })
})

const paused = (seconds: number) => refused(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': `${seconds}` })

test.each<[string, object, (client: Tinproof, options?: CallOptions) => Promise<unknown>]>([
  ['a batch', { state: 'completed' }, ({ batches }, options) => batches.wait('1', options)],
  ['a validation', { pending: false }, ({ validations }, options) => validations.wait('1', options)],
])('a wait for %s outlasts an outage, and a pause of up to an hour', async (_, final, wait) => {
  expect(await ended(wait(clientWith(...outage(), ok(final)).client))).toEqual(final)
  expect(await ended(wait(clientWith(paused(3_600), ok(final)).client))).toEqual(final)
  expect(await ended(wait(clientWith(paused(3_601), ok(final)).client))).toMatchObject({ status: 503 })
  const { client, requests } = clientWith(...outage())
  expect(await ended(wait(client, { maxRetries: 1 }))).toMatchObject({ status: 503 })
  expect(requests).toHaveLength(2)
})

test('so does listening for events', async () => {
  const { client } = clientWith(
    ...outage().slice(1),
    paused(3_600),
    ok({ events: [{ id: 'event_1' }], next: 'event_1' }),
  )
  expect(await ended(client.events.listen().next())).toMatchObject({ value: { id: 'event_1' } })
})

describe('a list', () => {
  it.each([
    ['batches', 'cursor', (client: Tinproof) => client.batches.list({ state: 'failed' })],
    ['results', 'cursor', (client: Tinproof) => client.batches.results('batch_1', { result: 'invalid' })],
    ['monitors', 'cursor', (client: Tinproof) => client.monitors.list({ state: 'failing' })],
    ['records', 'cursor', (client: Tinproof) => client.records.list({ search: 'x' })],
    ['events', 'after', (client: Tinproof) => client.events.list({ limit: 1 })],
  ] as const)('of %s is a page, or all items of all pages', async (field, cursor, list) => {
    const pages = [
      ok({ [field]: [1], next: 'a' }),
      ok({ [field]: [2], next: 'b' }),
      ok({ [field]: [], next: field === 'events' ? 'b' : null }),
    ]
    const { client, requests } = clientWith(...pages, ok({ [field]: [3], next: 'c' }))
    const seen: unknown[] = []
    for await (const item of list(client) as AsyncIterable<unknown>) seen.push(item)
    expect(seen).toEqual([1, 2])
    const queries = requests.map(({ url }) => new URL(url).searchParams)
    expect(queries.map((query) => query.get(cursor))).toEqual([null, 'a', 'b'])
    expect(new Set(queries.map((query) => query.size))).toEqual(new Set([1, 2]))
    expect(await list(client)).toEqual({ [field]: [3], next: 'c' })
  })
})

describe('a pending validation', () => {
  const pending = { ...validation, result: 'unconfirmed', validationId: 'validation_1', pending: true }
  const final = { ...pending, result: 'confirmed', pending: false }

  it('is polled as Retry-After says until it ends', async () => {
    const { client, requests } = clientWith(ok(pending, { 'Retry-After': '15' }), ok(pending), ok(final))
    const call = client.validations.wait('validation_1')
    await vi.advanceTimersByTimeAsync(14_999)
    expect(requests).toHaveLength(1)
    expect(await ended(call)).toMatchObject({ result: 'confirmed', pending: false })
    expect(requests.map(({ method, url }) => [method, url])).toEqual(
      Array(3).fill(['GET', 'https://api.example/api/tinproof/validations/validation_1']),
    )
  })

  it('is polled no sooner if Retry-After is longer than a timer', async () => {
    const { client, requests } = clientWith(ok(pending, { 'Retry-After': '3000000' }), ok(final))
    const call = client.validations.wait('validation_1')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(1)
    expect(await ended(call)).toMatchObject({ pending: false })
  })

  it('is read once, deleted, and no longer polled after an abort', async () => {
    const { client, requests } = clientWith(ok(pending), new Response(null, { status: 204 }), ok(pending))
    expect(await client.validations.get('validation_1')).toMatchObject({ pending: true })
    await client.validations.delete('validation_1')
    expect(requests[1]).toMatchObject({ method: 'DELETE' })
    const controller = new AbortController()
    const call = client.validations.wait('validation_1', { signal: controller.signal }).catch(String)
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort(new Error('enough'))
    expect(await call).toContain('enough')
    expect(requests).toHaveLength(3)
  })
})
