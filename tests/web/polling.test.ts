import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/api-error.ts'
import { polling } from '#web/lib/polling.ts'

afterEach(() => {
  vi.useRealTimers()
})

it.for([
  [1, 4],
  [2, 8],
  [4, 32],
  [5, 60],
  [500, 60],
])('reads again after failure %d in %d seconds', ([retryCount = 0, seconds = 0]) => {
  vi.useFakeTimers()
  const readAgain = vi.fn()
  polling.onErrorRetry(new NetworkError('offline'), 'key', {}, readAgain, { retryCount })
  vi.advanceTimersByTime(seconds * 1_000 - 1)
  expect(readAgain).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(readAgain).toHaveBeenCalledExactlyOnceWith({ retryCount })
})

it.for([
  [new NetworkError('offline'), true],
  [new ApiError(503, ''), true],
  [new ApiError(429, ''), true],
  [new ApiError(403, ''), false],
  [new ApiError(404, ''), false],
] as const)('after %s: %s', ([error, isRetried]) => {
  expect(polling.shouldRetryOnError(error)).toBe(isRetried)
})
