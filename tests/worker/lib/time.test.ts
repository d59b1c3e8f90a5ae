import { expect, it, vi } from 'vitest'
import { beforeDeadline, formatDuration, retry } from '#worker/lib/time.ts'

it('returns what is done before the deadline', async () => {
  expect(await beforeDeadline(Promise.resolve('done'), Date.now() + 5_000)).toBe('done')
})

it('returns undefined at the deadline', async () => {
  expect(await beforeDeadline(new Promise(() => undefined), Date.now() + 20)).toBeUndefined()
})

it('throws what fails before the deadline', async () => {
  await expect(beforeDeadline(Promise.reject(new Error('failed')), Date.now() + 5_000)).rejects.toThrow(
    'failed',
  )
})

it.each([
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
])('writes %i seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

it.each([
  ['does not wait when the first attempt succeeds', 0, 1, 0],
  ['waits before each further attempt', 2, 3, 30],
  ['throws the error of the last attempt', 3, 'attempt 3', 30],
])('%s', async (_, failures, outcome, waited) => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  const startedAt = Date.now()
  let attempts = 0
  const work = async () => {
    attempts++
    if (attempts <= failures) throw new Error(`attempt ${attempts}`)
    return attempts
  }
  const retried = retry(work, { delaysMs: [10, 20] }).catch(({ message }: Error) => message)
  await vi.runAllTimersAsync()
  expect([await retried, Date.now() - startedAt]).toEqual([outcome, waited])
  vi.useRealTimers()
})
