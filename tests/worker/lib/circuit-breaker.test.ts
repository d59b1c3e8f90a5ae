import { beforeEach, describe, expect, it } from 'vitest'
import { CircuitBreaker, CircuitOpenError } from '#worker/lib/circuit-breaker.ts'

let now = 0
beforeEach(() => {
  now = 1_000_000
})

const open = (options: { pause: number; maxPause?: number; trials?: 'one' | 'all' }) =>
  new CircuitBreaker({ ...options, now: () => now })
const fail = () => Promise.reject(new Error('down'))
const succeed = async () => 'ok'

describe('circuit breaker', () => {
  it('fails fast until the pause after a failure is over', async () => {
    const breaker = open({ pause: 1_000 })
    await expect(breaker.run(fail)).rejects.toThrow('down')
    now += 999
    await expect(breaker.run(succeed)).rejects.toThrow(CircuitOpenError)
    now += 1
    expect(await breaker.run(succeed)).toBe('ok')
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('lets one trial call through after the pause', async () => {
    const breaker = open({ pause: 1_000 })
    await expect(breaker.run(fail)).rejects.toThrow('down')
    now += 1_000
    const { promise, resolve } = Promise.withResolvers<string>()
    const trial = breaker.run(() => promise)
    await expect(breaker.run(succeed)).rejects.toThrow(CircuitOpenError)
    resolve('ok')
    expect(await trial).toBe('ok')
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('lets all calls through after the pause with trials: all', async () => {
    const breaker = open({ pause: 1_000, trials: 'all' })
    await expect(breaker.run(fail)).rejects.toThrow('down')
    now += 1_000
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = breaker.run(() => promise)
    expect(await breaker.run(succeed)).toBe('ok')
    resolve('ok')
    expect(await first).toBe('ok')
  })

  it('stays open for its pause when another of the calls succeeds', async () => {
    const breaker = open({ pause: 1_000, trials: 'all' })
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = breaker.run(() => promise)
    await expect(breaker.run(fail)).rejects.toThrow('down')
    resolve('ok')
    expect(await slow).toBe('ok')
    await expect(breaker.run(succeed)).rejects.toThrow(CircuitOpenError)
    now += 1_000
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('replaces a trial that never settles', async () => {
    const breaker = open({ pause: 1_000 })
    await expect(breaker.run(fail)).rejects.toThrow('down')
    now += 1_000
    void breaker.run(() => new Promise(() => undefined))
    now += 1_000
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('doubles the pause with each failed trial, up to the maximum', async () => {
    const breaker = open({ pause: 1_000, maxPause: 3_000 })
    for (const pause of [1_000, 2_000, 3_000, 3_000]) {
      await expect(breaker.run(fail)).rejects.toThrow('down')
      now += pause - 1
      await expect(breaker.run(fail)).rejects.toThrow(CircuitOpenError)
      now += 1
    }
    expect(await breaker.run(succeed)).toBe('ok')
    await expect(breaker.run(fail)).rejects.toThrow('down')
    now += 1_000
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('counts calls that fail together as one failure', async () => {
    const breaker = open({ pause: 1_000, maxPause: 60_000 })
    await Promise.allSettled(Array.from({ length: 10 }, () => breaker.run(fail)))
    now += 1_000
    expect(await breaker.run(succeed)).toBe('ok')
  })
})
