import { expect, it } from 'vitest'
import { beforeDeadline } from '#worker/lib/time.ts'

it('throws what fails before the deadline', async () => {
  await expect(beforeDeadline(Promise.reject(new Error('failed')), Date.now() + 5_000)).rejects.toThrow(
    'failed',
  )
})
