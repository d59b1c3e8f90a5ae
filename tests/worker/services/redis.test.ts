import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { openWorker } from '#tests/worker/harness.ts'
import { createRedis, defineScript, type RedisClient, RedisUnavailable } from '#worker/services/redis.ts'

let redis: RedisClient
const worker = await openWorker('redis')
beforeEach(async () => {
  redis = connect()
  await worker.fakes.reset(worker.namespace)
})
afterEach(async () => {
  vi.useRealTimers()
  await worker.clearFaults('upstash')
})

const connect = (timeout = 2_000) =>
  createRedis({
    url: worker.settings.UPSTASH_REDIS_REST_URL ?? '',
    token: worker.settings.UPSTASH_REDIS_REST_TOKEN ?? '',
    timeout,
  })
const trips = async () => (await worker.fakes.counts(worker.namespace)).upstash?.trips ?? 0
const fault = (mode: 'fail' | 'reset' | 'garbage' | 'hang', options: { after?: boolean } = {}) =>
  worker.fault({ service: 'upstash', mode, ...options })
const increment = (client: RedisClient, key: string) => client.run(z.number(), (each) => each.incr(key))
const countScript = (name: string) =>
  defineScript(`-- ${name}\nreturn redis.call('INCRBY', KEYS[1], ARGV[1])`, z.number())

describe('a command', () => {
  it('is one trip, and its answer is parsed', async () => {
    expect(await redis.run(z.literal('OK'), (each) => each.set('text', '12 ✓'))).toBe('OK')
    expect(await redis.run(z.string(), (each) => each.get('text'))).toBe('12 ✓')
    expect(await trips()).toBe(2)
    await redis.run(z.literal('OK'), (each) => each.set('number', '0012'))
    expect(await redis.run(z.string(), (each) => each.get('number'))).toBe('0012')
  })

  it('fails if the answer has another type, which is no reason to skip Redis', async () => {
    await redis.run(z.literal('OK'), (each) => each.set('text', 'abc'))
    for (let call = 0; call < 5; call++)
      await expect(redis.run(z.number(), (each) => each.get('text'))).rejects.toThrow(RedisUnavailable)
    expect(await trips()).toBe(6)
  })

  it.each(['reset', 'fail', 'garbage'] as const)(
    'is not sent again if its answer is lost: %s',
    async (mode) => {
      await fault(mode, { after: true })
      await expect(increment(redis, `once-${mode}`)).rejects.toThrow(RedisUnavailable)
      await worker.clearFaults('upstash')
      expect(await trips()).toBe(1)
      expect(await worker.redis('GET', `once-${mode}`)).toBe('1')
    },
  )

  it('times out', async () => {
    await fault('hang')
    await expect(increment(connect(200), 'hanging')).rejects.toThrow(RedisUnavailable)
  })

  it('logs the code of an error and nothing of the command', async () => {
    await redis.run(z.literal('OK'), (each) => each.set('text', 'abc'))
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(redis.run(z.number(), (each) => each.hset('text', { secret: 1 }))).rejects.toThrow()
    const line = String(log.mock.calls.flat()[0])
    log.mockRestore()
    expect(JSON.parse(line)).toMatchObject({ what: 'redis', error: 'RedisUnavailable', code: 'WRONGTYPE' })
    expect(line).not.toContain('secret')
  })
})

describe('a script', () => {
  it('is sent as text once and then by its hash', async () => {
    const script = countScript('text once')
    expect(await redis.script(script, ['script-1'], [2])).toBe(2)
    expect(await trips()).toBe(2)
    expect(await redis.script(script, ['script-1'], [3])).toBe(5)
    expect(await trips()).toBe(3)
  })

  it('runs once if its answer is lost', async () => {
    const script = countScript('lost')
    await redis.script(script, ['script-2'], [1])
    await fault('reset', { after: true })
    await expect(redis.script(script, ['script-2'], [1])).rejects.toThrow(RedisUnavailable)
    await worker.clearFaults('upstash')
    expect(await worker.redis('GET', 'script-2')).toBe('2')
  })

  it('runs once if it fails with an argument that reads like the error for an unknown script', async () => {
    const script = defineScript(
      `redis.call('INCR', KEYS[1]) return redis.error_reply('ERR ' .. ARGV[1])`,
      z.number(),
    )
    await expect(redis.script(script, ['script-3'], ['first'])).rejects.toThrow(RedisUnavailable)
    await expect(redis.script(script, ['script-3'], ['NOSCRIPT'])).rejects.toThrow(RedisUnavailable)
    expect(await worker.redis('GET', 'script-3')).toBe('2')
  })
})

describe('after failures in a row', () => {
  const fails = () => expect(increment(redis, 'paused')).rejects.toThrow(RedisUnavailable)

  it('parallel calls that fail together are logged once', async () => {
    await fault('fail')
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await Promise.allSettled(Array.from({ length: 20 }, () => increment(redis, 'parallel')))
    const lines = log.mock.calls.length
    log.mockRestore()
    expect(lines).toBe(1)
  })

  it('Redis is skipped for a second, though an earlier call is answered, and then all calls try it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = redis.run(z.string(), () => promise)
    await fault('fail')
    for (let call = 0; call < 3; call++) await fails()
    vi.setSystemTime(Date.now() + 1_050)
    await fails()
    await worker.clearFaults('upstash')
    resolve('late')
    expect(await slow).toBe('late')
    for (let call = 0; call < 5; call++) await fails()
    expect(await trips()).toBe(4)
    vi.setSystemTime(Date.now() + 1_050)
    void redis.run(z.string(), () => new Promise(() => {}))
    expect(await increment(redis, 'paused')).toBe(1)
  })

  it('that an answer interrupts, Redis is not skipped', async () => {
    for (const count of [1, 2]) {
      await fault('fail')
      for (let call = 0; call < 2; call++) await fails()
      await worker.clearFaults('upstash')
      expect(await increment(redis, 'interrupted')).toBe(count)
    }
  })
})
