import { describe, expect, it } from 'vitest'
import { Semaphore } from '#worker/lib/semaphore.ts'

const later = Date.now() + 60_000

describe('semaphore', () => {
  it('gives out as many permits as its size', () => {
    const semaphore = new Semaphore(2)
    const permits = [1, 2, 3].map(() => semaphore.tryAcquire(later))
    expect(permits.map(Boolean)).toEqual([true, true, false])
  })

  it('gives out a released permit again, once', () => {
    const semaphore = new Semaphore(1)
    const release = semaphore.tryAcquire(later)
    release?.()
    expect(semaphore.tryAcquire(later)).toBeDefined()
    release?.()
    expect(semaphore.tryAcquire(later)).toBeUndefined()
  })

  it('takes back a permit at its deadline', () => {
    const semaphore = new Semaphore(1)
    semaphore.tryAcquire(Date.now())
    expect(semaphore.tryAcquire(later)).toBeDefined()
  })
})
