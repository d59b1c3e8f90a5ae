import { NeonDbError } from '@neondatabase/serverless'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it, vi } from 'vitest'
import { logError } from '#worker/lib/log.ts'

it.each([
  ['a timeout', new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'TIMEOUT'],
  ['a refused connection', new TypeError('connect ECONNREFUSED'), undefined],
  ['a statement that PostgreSQL refused', Object.assign(new Error('deadlock'), { code: '40P01' }), '40P01'],
])('logs the code of %s inside of the errors of a driver and of Drizzle', (_, innermost, code) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const driver = Object.assign(new NeonDbError('No answer'), { sourceError: innermost })
  logError('a query', new DrizzleQueryError('select 1', [], driver))
  const [line] = log.mock.calls.flat()
  log.mockRestore()
  expect(JSON.parse(String(line)).code).toBe(code)
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
