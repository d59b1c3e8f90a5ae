import { describe, expect, it } from 'vitest'
import { Semaphore } from '#worker/lib/semaphore.ts'

const later = () => Date.now() + 5_000

describe('semaphore', () => {
  it('never has more holders than its size', async () => {
    const semaphore = new Semaphore(3)
    let holders = 0
    let peak = 0
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const release = await semaphore.acquire(later())
        peak = Math.max(peak, ++holders)
        await Promise.resolve()
        holders--
        release?.()
      }),
    )
    expect(peak).toBe(3)
  })

  it('ends the wait at the deadline', async () => {
    const semaphore = new Semaphore(1)
    await semaphore.acquire(later())
    expect(await semaphore.acquire(Date.now() + 20)).toBeUndefined()
  })

  it('releases a permit once', async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire(later())
    release?.()
    await semaphore.acquire(later())
    release?.()
    expect(await semaphore.acquire(Date.now())).toBeUndefined()
  })

  it('grants a permit that was never released once its deadline is over', async () => {
    const semaphore = new Semaphore(1)
    await semaphore.acquire(Date.now() + 20)
    expect(await semaphore.acquire(later())).toBeDefined()
  })
})
