import { expect, it } from 'vitest'
import { beforeDeadline } from '#worker/lib/time.ts'

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
