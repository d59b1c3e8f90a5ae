import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { retry } from '#worker/lib/time.ts'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] }))
afterAll(() => vi.useRealTimers())

it.each([
  ['does not wait when the first attempt succeeds', 0, 1, 0],
  ['waits before each further attempt', 2, 3, 30],
  ['throws the error of the last attempt', 3, 'attempt 3', 30],
])('%s', async (_, failures, outcome, waited) => {
  const startedAt = Date.now()
  let attempts = 0
  const work = async () => {
    attempts++
    if (attempts <= failures) throw new Error(`attempt ${attempts}`)
    return attempts
  }
  const retried = retry(work, { delays: [10, 20] }).catch(({ message }: Error) => message)
  await vi.runAllTimersAsync()
  expect([await retried, Date.now() - startedAt]).toEqual([outcome, waited])
})
