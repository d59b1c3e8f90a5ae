import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { close, listen, temporaryFolder } from '#tests/dev/processes.ts'
import { bundleClient } from '#worker/build-client.ts'

const folder = temporaryFolder()
await bundleClient(folder)
const built: typeof import('#worker/npm-client/index.ts') = await import(join(folder, 'esm/index.js'))
const { ConnectionError, RateLimitError, ServerError, TimeoutError, Tinproof } = built

type Answer = (response: ServerResponse) => unknown

/** Answers in this order. */
const answers: Answer[] = []
const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  answers.shift()?.(response)
})
let client: InstanceType<typeof Tinproof>
beforeAll(async () => {
  client = new Tinproof({ token: 'tp_live_secret', baseUrl: await listen(server), timeout: 20_000 })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  return close(server)
})
beforeEach(() => {
  answers.length = 0
  requests.length = 0
})

const input = { countryCode: 'BE', tin: '0403019261' }
const confirmed = { result: 'confirmed' }
const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
const html =
  (status: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end('<h1>A gateway</h1>')
const half = (response: ServerResponse) =>
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 500 })
    .write('{"result":"conf')
const cut: Answer = (response) => {
  half(response)
  setTimeout(() => response.destroy(), 20)
}
const soon = () => new Date(Date.now() - 1_000).toUTCString()

test.each([
  ['a cut body', cut],
  ['HTML with 200', html(200)],
  ['HTML with 502', html(502)],
  ['HTML with 403', html(403)],
  [
    'a 429 without JSON, with a date',
    (response: ServerResponse) => html(429, { 'Retry-After': soon() })(response),
  ],
  ['a closed connection', (response: ServerResponse) => response.destroy()],
])('a call is repeated after %s', async (_, fault) => {
  answers.push(fault, json(confirmed))
  expect(await client.validate(input)).toEqual(confirmed)
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0]])
})

test.each([
  ['a stalled body', half, 'TIMEOUT', TimeoutError],
  ['a cut body', cut, 'UNREACHABLE', ConnectionError],
  ['HTML with 200', html(200), 'INVALID_RESPONSE', ConnectionError],
  ['an empty object', json({}), 'INVALID_RESPONSE', ConnectionError],
  ['a list', json([1]), 'INVALID_RESPONSE', ConnectionError],
  ['null', json(null), 'INVALID_RESPONSE', ConnectionError],
  [
    'nothing with 204',
    (response: ServerResponse) => response.writeHead(204).end(),
    'INVALID_RESPONSE',
    ConnectionError,
  ],
  // Followed, a POST would become a GET of the same URL, whose list would pass for what the POST makes.
  ['a redirect', html(301, { Location: '/api/tinproof/batches' }), 'INVALID_RESPONSE', ConnectionError],
  ['HTML with 502', html(502), 'INTERNAL', ServerError],
  ['HTML with 403', html(403), 'INVALID_RESPONSE', ConnectionError],
  ["a proxy's JSON with 401", json({ error: 'Sign in' }, 401), 'INVALID_RESPONSE', ConnectionError],
  ['a 429 without JSON', html(429, { 'Retry-After': '86400' }), 'RATE_LIMITED', RateLimitError],
] as const)('%s is an error with a code', async (_, fault, code, type) => {
  answers.push(fault)
  const options = code === 'TIMEOUT' ? { timeout: 300, maxRetries: 0 } : { maxRetries: 0 }
  const error = await client.validate(input, options).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(type)
  expect(error).toMatchObject({ code })
  // On a busy machine, the timeout may end before the request arrives.
  expect(requests.length).toBeLessThanOrEqual(1)
})

test("a proxy's page is no file, and no proof that a batch is deleted", { tags: 'deep' }, async () => {
  for (const call of [
    () => client.batches.download('batch_1', 'csv'),
    () => client.batches.delete('batch_1'),
  ]) {
    answers.push(html(200), html(200), html(200))
    await expect(call()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  }
})

test.each([
  ['is cut', half, () => server.closeAllConnections(), { code: 'INCOMPLETE_DOWNLOAD' }],
  [
    'says that it is incomplete',
    (response: ServerResponse) => response.end('tin\n"The download was interrupted here."\n'),
    () => {},
    { code: 'INCOMPLETE_DOWNLOAD' },
  ],
  ['is aborted', half, (controller: AbortController) => controller.abort(), { name: 'AbortError' }],
] as const)('a file that %s is not read as if it were complete', async (_, answer, fail, error) => {
  answers.push(answer)
  const controller = new AbortController()
  const response = await client.batches.download('batch_1', 'csv', { signal: controller.signal })
  fail(controller)
  await expect(response.text()).rejects.toMatchObject(error)
})

test('nor is a ZIP file of records', async () => {
  answers.push(half)
  const response = await client.records.export()
  server.closeAllConnections()
  await expect(response.arrayBuffer()).rejects.toMatchObject({ code: 'INCOMPLETE_DOWNLOAD' })
})

test('results go on after a page that was cut', async () => {
  answers.push(json({ results: [{ line: 1 }], next: '1' }), cut, json({ results: [{ line: 2 }], next: null }))
  const lines: number[] = []
  for await (const { line } of client.batches.results('batch_1')) lines.push(line)
  expect(lines).toEqual([1, 2])
})

test.each([
  ['batch', 'BATCH_NOT_FOUND', () => client.batches.delete('1')],
  ['monitor', 'MONITOR_NOT_FOUND', () => client.monitors.delete('1')],
  ['record', 'RECORD_NOT_FOUND', () => client.records.delete('1')],
  ['validation', 'VALIDATION_NOT_FOUND', () => client.validations.delete('1')],
])('deleting a %s succeeds if the response to the first try was lost', async (_, code, remove) => {
  answers.push((response) => response.destroy(), json({ code }, 404))
  await expect(remove()).resolves.toBeUndefined()
  answers.push(json({ code }, 404))
  await expect(remove()).rejects.toMatchObject({ code })
})

test.each(['BATCH_ENDED', 'NOTHING_TO_RETRY'])(
  'a change that was already made returns the batch: %s',
  async (code) => {
    const change = () => (code === 'BATCH_ENDED' ? client.batches.cancel('1') : client.batches.retry('1'))
    answers.push((response) => response.destroy(), json({ code }, 409), json({ id: '1', state: 'canceled' }))
    expect(await change()).toMatchObject({ state: 'canceled' })
    answers.push(json({ code }, 409))
    await expect(change()).rejects.toMatchObject({ code, name: 'ConflictError' })
  },
)

test.each(['', 'Bestellung €1', 'x'.repeat(256)])(
  'an idempotency key is ASCII text: %s',
  async (idempotencyKey) => {
    await expect(client.validate(input, { idempotencyKey })).rejects.toThrow('1 to 255 ASCII characters')
    expect(requests).toEqual([])
  },
)

test('an ID stays one part of the path, and must be one', async () => {
  answers.push(json({ id: '1' }))
  await client.batches.get('../validate?x=')
  expect(requests[0]?.url).toBe('/api/tinproof/batches/..%2Fvalidate%3Fx%3D')
  for (const id of ['', '.', '..']) await expect(client.batches.get(id)).rejects.toThrow('An ID is required')
})
