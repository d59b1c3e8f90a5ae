import { expect, it, vi } from 'vitest'
import { logError } from '#worker/lib/log.ts'

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
