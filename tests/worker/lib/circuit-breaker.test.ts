import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CircuitBreaker, CircuitOpenError } from '#worker/lib/circuit-breaker.ts'

let breaker: CircuitBreaker
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  breaker = new CircuitBreaker({ failures: 1, pause: 1_000 })
})
afterAll(() => vi.useRealTimers())

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

const fail = () => Promise.reject(new Error('down'))
const succeed = async () => 'ok'

describe('circuit breaker', () => {
  it('fails fast until the pause after a failure is over', async () => {
    await expect(breaker.run(fail)).rejects.toThrow('down')
    pass(999)
    await expect(breaker.run(succeed)).rejects.toThrow(CircuitOpenError)
    pass(1)
    expect(await breaker.run(succeed)).toBe('ok')
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('lets all calls through after the pause', async () => {
    await expect(breaker.run(fail)).rejects.toThrow('down')
    pass(1_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = breaker.run(() => promise)
    expect(await breaker.run(succeed)).toBe('ok')
    resolve('ok')
    expect(await first).toBe('ok')
  })

  it('stays open for its pause when another call of the same moment succeeds', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = breaker.run(() => promise)
    await expect(breaker.run(fail)).rejects.toThrow('down')
    resolve('ok')
    expect(await slow).toBe('ok')
    await expect(breaker.run(succeed)).rejects.toThrow(CircuitOpenError)
    pass(1_000)
    expect(await breaker.run(succeed)).toBe('ok')
  })

  it('counts failures in a row', async () => {
    const patient = new CircuitBreaker({ failures: 3, pause: 1_000 })
    for (const work of [fail, fail, succeed, fail, fail]) await Promise.allSettled([patient.run(work)])
    expect(await patient.run(succeed)).toBe('ok')
    for (const work of [fail, fail, fail]) await Promise.allSettled([patient.run(work)])
    await expect(patient.run(succeed)).rejects.toThrow(CircuitOpenError)
    pass(1_000)
    await expect(patient.run(fail)).rejects.toThrow('down')
    await expect(patient.run(succeed)).rejects.toThrow(CircuitOpenError)
  })
})
