import { expect, it, vi } from 'vitest'
import { logError } from '#worker/lib/log.ts'

it('a failure is logged with where it was, and nothing of its text, whatever lines that has', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const text =
    'Failed query: select id\n  from users where email = $1\nparams: somebody@example.test\n    at somebody (else)'
  logError('a query', new Error(text, { cause: new TypeError('somebody@example.test') }), 'request-1')
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
  for (const secret of ['select', 'users', 'somebody', 'params']) expect(String(line)).not.toContain(secret)
})
