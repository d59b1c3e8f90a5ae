import { expect, it } from 'vitest'
import { retry } from '#worker/lib/time.ts'

/** Fails `failures` times, and records the waits. */
function attempt(failures: number, delays: readonly number[]) {
  const waits: number[] = []
  let attempts = 0
  const result = retry(
    async () => {
      attempts++
      if (attempts <= failures) throw new Error(`attempt ${attempts}`)
      return attempts
    },
    { delays, wait: async (milliseconds) => void waits.push(milliseconds) },
  )
  return { result, waits }
}

it('does not wait when the first attempt succeeds', async () => {
  const { result, waits } = attempt(0, [10, 20])
  expect(await result).toBe(1)
  expect(waits).toEqual([])
})

it('waits before each further attempt', async () => {
  const { result, waits } = attempt(2, [10, 20])
  expect(await result).toBe(3)
  expect(waits).toEqual([10, 20])
})

it('throws the error of the last attempt', async () => {
  const { result, waits } = attempt(3, [10, 20])
  await expect(result).rejects.toThrow('attempt 3')
  expect(waits).toEqual([10, 20])
})
