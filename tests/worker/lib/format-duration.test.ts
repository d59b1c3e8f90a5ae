import { expect, it } from 'vitest'
import { formatDuration } from '#worker/lib/time.ts'

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
