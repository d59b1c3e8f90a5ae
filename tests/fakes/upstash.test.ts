import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from '@upstash/redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FakesClient, fakesClient } from './client.ts'
import { mail } from './mail.ts'
import { startRedis } from './redis.ts'
import { type Server, startServer } from './server.ts'
import { upstash } from './upstash.ts'

vi.setConfig({ testTimeout: 30_000 })

const folder = mkdtempSync(join(tmpdir(), `tinproof-${process.pid}-`))
const available = await startRedis({ choice: 'auto', dataDir: folder, durable: false })
const memory = await startRedis({ choice: 'memory', dataDir: folder, durable: false })
const backends = available.kind === 'server' ? [available, memory] : [memory]

afterAll(async () => {
  await available.stop()
  rmSync(folder, { recursive: true, force: true })
})

const DYNAMIC_KEY = "ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set"
const AN_HOUR = 3_600_000

describe.each(backends)('in front of the $kind Redis', (backend) => {
  let server: Server
  let control: FakesClient
  /** As the Worker's. */
  const client = (token: string) =>
    new Redis({
      url: `${server.url}/upstash`,
      token,
      retry: false,
      readYourWrites: false,
      responseEncoding: false,
    })

  beforeAll(async () => {
    const box = mail({})
    server = await startServer([upstash(backend), box], box)
    control = fakesClient(server.url)
  })
  afterAll(() => server.stop())

  test('stores strings, numbers, objects and hashes', async () => {
    const redis = client('test-1')
    await redis.set('text', 'é ✓ OK')
    await redis.set('object', { a: [1, 'b'] })
    expect(await redis.set('ok', 'OK')).toBe('OK')
    await redis.hset('hash', { a: '1', b: 'zwei' })
    expect(await redis.get('text')).toBe('é ✓ OK')
    expect(await redis.get('object')).toEqual({ a: [1, 'b'] })
    expect(await redis.get('ok')).toBe('OK')
    expect(await redis.get('missing')).toBeNull()
    expect(await redis.incrby('number', 5)).toBe(5)
    expect(await redis.hgetall('hash')).toEqual({ a: 1, b: 'zwei' })
    expect(await redis.hmget('hash', 'a', 'none')).toEqual({ a: 1, none: null })
    await redis.rpush('list', 'x', 'y')
    expect(await redis.lrange('list', 0, -1)).toEqual(['x', 'y'])
    expect(await redis.set('lock', 'a', { ex: 100, nx: true })).toBe('OK')
    expect(await redis.set('lock', 'b', { ex: 100, nx: true })).toBeNull()
    expect(await redis.ttl('lock')).toBeGreaterThan(90)
    await expect(redis.hset('lock', { a: 1 })).rejects.toThrow('WRONGTYPE')
    await redis.expire('text', 100)
    expect(await redis.ttl('text')).toBeGreaterThan(90)
  })

  test('answers errors in the shape of Upstash', async () => {
    const redis = client('test-1')
    await expect(redis.exec(['NOSUCH', 'word'])).rejects.toThrow("ERR unknown command 'NOSUCH'")
    await expect(client('someone').get('word')).rejects.toThrow('Unauthorized')
    const response = await fetch(`${server.url}/upstash`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-1' },
      body: '["NOSUCH","word"]',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringContaining('unknown command') })
  })

  test('runs pipelines and transactions', async () => {
    const redis = client('test-1')
    const results = await redis.pipeline().set('p', 1).incr('p').get('p').exec()
    expect(results).toEqual(['OK', 2, 2])
    expect(await redis.multi().set('m', 'a').get('m').del('m').exec()).toEqual(['OK', 'a', 1])
    const mixed = await redis
      .pipeline()
      .set('q', 'abc')
      .hget('q', 'field')
      .get('q')
      .exec({ keepErrors: true })
    expect(mixed.map((one) => (one.error ? 'error' : one.result))).toEqual(['OK', 'error', 'abc'])
  })

  test('answers scripts as Redis does', async () => {
    const redis = client('test-2')
    await redis.hset('scripted', { a: 'x', b: '12' })
    const run = (body: string, ...args: string[]) => redis.eval(body, ['scripted'], args)
    expect(
      await run(
        `local v = redis.call('HMGET', KEYS[1], 'a', 'none') return {v[1], v[2] == false and 1 or 0, #v}`,
      ),
    ).toEqual(['x', 1, 2])
    expect(await run(`return redis.call('HGETALL', KEYS[1])`)).toEqual(['a', 'x', 'b', 12])
    expect(await run('return {1, false, 3.7, {ARGV[1]}}', 'in')).toEqual([1, null, 3, ['in']])
    expect(await run(`return redis.call('HGET', KEYS[1], 'none')`)).toBeNull()
    expect(await run('return true')).toBe(1)
    expect(await run('return tonumber(ARGV[1]) * 1000', '3600000')).toBe(3_600_000_000)
    expect(await run('return {tostring(tonumber(ARGV[1])), tostring(1.5)}', '5')).toEqual([5, 1.5])
    expect(await run(`return {'OK', '', {'OK'}}`)).toEqual(['OK', '', ['OK']])
    await expect(run(`return redis.error_reply('QUOTA no more')`)).rejects.toThrow('QUOTA no more')
  })

  test('flushes one namespace without the others', async () => {
    await client('test-3').set('k', 'three')
    await client('test-4').set('k', 'four')
    expect(await client('test-3').get('k')).toBe('three')
    await client('test-3').flushdb()
    expect(await client('test-3').get('k')).toBeNull()
    expect(await client('test-4').get('k')).toBe('four')
    await control.flushRedis('test-4')
    expect(await control.redis('test-4', 'GET', 'k')).toBeNull()
  })

  describe('scripts with the flag allow-key-locking', () => {
    const locked = (body: string) => `#!lua flags=allow-key-locking\n${body}`

    test('touch the keys in KEYS, also when the script builds them', async () => {
      const script = locked(`redis.call('SET', 'count:' .. ARGV[1], 1) return redis.call('GET', KEYS[1])`)
      for (let time = 0; time < 2; time++)
        expect(await client('test-7').eval(script, ['count:x'], ['x'])).toBe(1)
    })

    test.each([
      [`redis.call('GET', 'other')`],
      [`redis.call('get', KEYS[1] .. '2')`],
      [`redis.call('SET', ARGV[1], 1)`],
      [`redis.call('MGET', KEYS[1], 'other')`],
      [`redis.call('del', KEYS[1], 'other')`],
      [`redis.call('FLUSHDB')`],
    ])('refuse %s', async (body) => {
      const redis = client('test-8')
      await redis.set('declared', 'value')
      await expect(redis.eval(locked(body), ['declared'], ['argument'])).rejects.toThrow(DYNAMIC_KEY)
      expect(await redis.get('declared')).toBe('value')
    })

    test('keep what they wrote before the refused command, as Redis does', async () => {
      const redis = client('test-8')
      const body = locked(`redis.call('SET', KEYS[1], 'written') redis.call('SET', 'other', 1)`)
      await expect(redis.eval(body, ['first'], [])).rejects.toThrow(DYNAMIC_KEY)
      expect(await redis.get('first')).toBe('written')
    })

    test('do not restrict other scripts', async () => {
      const redis = client('test-8')
      expect(await redis.eval(`return redis.call('SET', 'built' .. ARGV[1], 1)`, [], ['x'])).toBe('OK')
    })
  })

  describe('with a read replica', () => {
    test('reads what the primary had before the replication lag', async () => {
      const redis = client('test-10')
      await redis.set('text', 'old')
      await redis.set('brief', 'old', { px: AN_HOUR })
      await redis.hset('hash', { a: 'old' })
      await redis.rpush('list', 'a', 'b')
      await control.placeRedis('test-10', { lag: AN_HOUR })
      await redis.set('text', 'new')
      await redis.del('brief')
      await redis.hset('hash', { a: 'new', b: 'new' })
      await redis.eval(`redis.call('INCR', 'built') redis.call('RPUSH', KEYS[1], 'c')`, ['list'], [])
      const read = () =>
        redis.pipeline().mget('text', 'built', 'brief').hmget('hash', 'a', 'b').lrange('list', 0, -1).exec()
      expect(await read()).toEqual([['old', null, 'old'], { a: 'old', b: null }, ['a', 'b']])
      expect(await redis.pttl('brief')).toBeGreaterThan(AN_HOUR - 60_000)
      await control.placeRedis('test-10', { lag: 0 })
      expect(await read()).toEqual([['new', 1, null], { a: 'new', b: 'new' }, ['a', 'b', 'c']])
    })

    test('sends writes, scripts, transactions and mixed pipelines to the primary', async () => {
      const redis = client('test-11')
      await control.placeRedis('test-11', { lag: AN_HOUR })
      expect(await redis.incr('n')).toBe(1)
      expect(await redis.get('n')).toBeNull()
      expect(await redis.eval(`return redis.call('GET', KEYS[1])`, ['n'], [])).toBe(1)
      expect(await redis.multi().get('n').exec()).toEqual([1])
      expect(await redis.pipeline().get('n').set('m', 1).exec()).toEqual([1, 'OK'])
      expect(await redis.pipeline().get('n').get('m').exec()).toEqual([null, null])
      expect(await control.redis('test-11', 'GET', 'n')).toBe('1')
    })

    test('replicates a flush after the lag', async () => {
      const redis = client('test-12')
      await redis.set('k', 1)
      await control.placeRedis('test-12', { lag: AN_HOUR })
      await control.flushRedis('test-12')
      expect(await redis.get('k')).toBe(1)
      await control.placeRedis('test-12', { lag: 0 })
      expect(await redis.get('k')).toBeNull()
    })

    test('answers after the round trip to where the command ran', async () => {
      const redis = client('test-15')
      const time = async (work: () => Promise<unknown>) => {
        const start = performance.now()
        await work()
        return performance.now() - start
      }
      await control.placeRedis('test-15', { primary: 120, replica: 30 })
      expect(await time(() => redis.set('k', 1))).toBeGreaterThan(115)
      expect(await time(() => redis.eval('return 1', [], []))).toBeGreaterThan(115)
      await control.placeRedis('test-15', { primary: AN_HOUR, replica: 30 })
      expect(await time(() => redis.get('k'))).toBeGreaterThan(25)
      expect(await redis.get('k')).toBe(1)
      const answer = await fetch(`${server.url}/upstash`, {
        method: 'POST',
        headers: { authorization: 'Bearer test-15' },
        body: '["GET","k"]',
      })
      expect(answer.headers.get('server-timing')).toBe('trip;dur=30')
    })
  })

  test('rolls back to a saved state', async () => {
    const redis = client('test-17')
    await redis.set('spent', 5, { ex: 1000 })
    await redis.hset('left', { units: 7 })
    await control.saveRedis('test-17')
    await redis.incr('spent')
    await redis.del('left')
    await redis.set('later', 1)
    await control.placeRedis('test-17', { lag: 0 })
    await control.restoreRedis('test-17')
    for (const read of [redis.multi(), redis.pipeline()]) {
      expect(await read.get('spent').hgetall('left').get('later').exec()).toEqual([5, { units: 7 }, null])
    }
    expect(await redis.ttl('spent')).toBeGreaterThan(900)
    await expect(control.restoreRedis('test-18')).rejects.toThrow('nothing is saved')
  })

  test('hangs until the client disconnects or the fault is cleared', async () => {
    const send = (key: string, signal?: AbortSignal) =>
      fetch(`${server.url}/upstash`, {
        method: 'POST',
        headers: { authorization: 'Bearer test-6' },
        body: JSON.stringify(['INCR', key]),
        ...(signal && { signal }),
      })
    await control.fault({ service: 'upstash', mode: 'hang', namespace: 'test-6' })
    await expect(send('disconnected', AbortSignal.timeout(100))).rejects.toThrow()
    const waiting = send('hung')
    await control.clearFaults('upstash', 'test-6')
    expect(await (await waiting).json()).toEqual({ result: 1 })
  })
})
