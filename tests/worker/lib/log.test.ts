import { NeonDbError } from '@neondatabase/serverless'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it, vi } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import { logError } from '#worker/lib/log.ts'
import { checkHealth } from '#worker/service/check-health.ts'
import { inTransaction } from '#worker/transaction.ts'

it.each([
  ['a timeout', new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'TIMEOUT'],
  ['a connection that is refused or lost', new Error('Network connection lost.'), 'CONNECTION_LOST'],
  ['a mistake in the code', new TypeError('undefined is not a function'), undefined],
  ['half a response', new SyntaxError('Unexpected token < is not valid JSON'), 'UNREADABLE'],
  ['a statement that PostgreSQL refused', Object.assign(new Error('deadlock'), { code: '40P01' }), '40P01'],
])('logs the code of %s inside of the errors of a driver and of Drizzle', (_, innermost, code) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const driver = Object.assign(new NeonDbError('No answer'), { sourceError: innermost })
  logError('a query', new DrizzleQueryError('select 1', [], driver))
  const [line] = log.mock.calls.flat()
  log.mockRestore()
  expect(JSON.parse(String(line)).code).toBe(code)
})

const worker = await openWorker('log')

/** The codes of what is logged during `work`. */
async function codesDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await work()
  const codes = log.mock.calls.map(([line]) => JSON.parse(String(line)).code)
  log.mockRestore()
  return codes
}

it.each([
  ['neon', 'fail', 'HTTP_500'],
  ['neon', 'reset', 'CONNECTION_LOST'],
  ['neon', 'garbage', 'UNREADABLE'],
  ['upstash', 'fail', 'ERROR_REPLY'],
  ['upstash', 'reset', 'CONNECTION_LOST'],
  ['upstash', 'garbage', 'UNREADABLE'],
] as const)('logs a code when %s does this: %s', async (service, mode, code) => {
  // Another Redis client, which isn't paused.
  const health = () => checkHealth(worker.context({ CACHE_EPOCH: mode }))
  expect(await codesDuring(() => worker.during({ service, mode }, health))).toContain(code)
})

it('logs the code of a transaction without a connection', async () => {
  const ctx = worker.context({ NEON_PROXY_URL: 'http://127.0.0.1:9' })
  const work = () =>
    inTransaction(ctx, async () => {}).catch((error: unknown) => logError('a transaction', error))
  expect(await codesDuring(work)).toEqual(['CONNECTION_LOST'])
})

it('logs where an error was thrown but not its message', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const text =
    'Failed query: select id\n  from users where email = $1\nparams: someone@example.test\n    at someone (else)'
  logError('a query', new Error(text, { cause: new TypeError('someone@example.test') }), 'request-1')
  const [line] = log.mock.calls.flat()
  log.mockRestore()
  expect(JSON.parse(String(line))).toMatchObject({
    level: 'error',
    what: 'a query',
    requestId: 'request-1',
    error: 'Error',
    cause: 'TypeError',
  })
  expect(String(line)).toContain('log.test.ts')
  for (const secret of ['select', 'users', 'someone', 'params']) expect(String(line)).not.toContain(secret)
})
