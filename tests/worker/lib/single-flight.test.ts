import { describe, expect, it } from 'vitest'
import { SingleFlight } from '#worker/lib/single-flight.ts'

const soon = () => Date.now() + 5_000
const never = () => new Promise<string>(() => undefined)

describe('single-flight', () => {
  it('runs the work once for all callers of a key', async () => {
    const flights = new SingleFlight<string>()
    let runs = 0
    const { promise, resolve } = Promise.withResolvers<string>()
    const work = () => {
      runs++
      return promise
    }
    const results = Array.from({ length: 200 }, () => flights.run('key', soon(), work))
    resolve('done')
    expect(new Set(await Promise.all(results))).toEqual(new Set(['done']))
    expect(runs).toBe(1)
  })

  it('runs the work of each key, and again once it has settled', async () => {
    const flights = new SingleFlight<string>()
    const results = ['a', 'b'].map((key) => flights.run(key, soon(), async () => key))
    expect(await Promise.all(results)).toEqual(['a', 'b'])
    expect(await flights.run('a', soon(), async () => 'again')).toBe('again')
  })

  it('rejects for every caller when the work fails, and then runs again', async () => {
    const flights = new SingleFlight<string>()
    const fail = () => Promise.reject(new Error('failed'))
    const results = await Promise.allSettled([
      flights.run('key', soon(), fail),
      flights.run('key', soon(), fail),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await flights.run('key', soon(), async () => 'done')).toBe('done')
  })

  it('ends each wait at the deadline of its caller', async () => {
    const flights = new SingleFlight<string>()
    const { promise, resolve } = Promise.withResolvers<string>()
    const patient = flights.run('key', soon(), () => promise)
    expect(await flights.run('key', Date.now() + 20, never)).toBeUndefined()
    resolve('done')
    expect(await patient).toBe('done')
  })

  it('replaces a flight that never settles after the deadline of its first caller', async () => {
    const flights = new SingleFlight<string>()
    const abandoned = flights.run('key', Date.now() + 20, never)
    const waiting = flights.run('key', Date.now() + 20, async () => 'not run')
    expect(await Promise.all([abandoned, waiting])).toEqual([undefined, undefined])
    expect(await flights.run('key', soon(), async () => 'done')).toBe('done')
  })
})
