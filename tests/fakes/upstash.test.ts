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

const SPEND = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used >= tonumber(ARGV[1]) then return {0, used} end
return {1, redis.call('INCR', KEYS[1])}
`

describe.each(backends)('in front of the $kind Redis', (backend) => {
  let server: Server
  let control: FakesClient
  const client = (token: string) => new Redis({ url: `${server.url}/upstash`, token, retry: false })

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

  test('encodes in base64 on request', async () => {
    const send = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/upstash`, {
        method: 'POST',
        headers: { authorization: 'Bearer test-1', ...headers },
        body: JSON.stringify(['ECHO', 'hello']),
      })
      return response.json()
    }
    expect(await send({})).toEqual({ result: 'hello' })
    expect(await send({ 'upstash-encoding': 'base64' })).toEqual({ result: 'aGVsbG8=' })
  })

  test('answers errors in the shape of Upstash', async () => {
    const redis = client('test-1')
    await expect(redis.exec(['NOSUCH', 'word'])).rejects.toThrow("ERR unknown command 'NOSUCH'")
    await expect(client('someone').get('word')).rejects.toThrow('Unauthorized')
    const response = await fetch(`${server.url}/upstash`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-1' },
      body: '["SELECT","3"]',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringContaining('not available') })
  })

  test('runs pipelines and transactions', async () => {
    const redis = client('test-1')
    const results = await redis.pipeline().set('p', 1).incr('p').get('p').exec()
    expect(results).toEqual(['OK', 2, 2])
    expect(await redis.multi().set('m', 'a').get('m').del('m').exec()).toEqual(['OK', 'a', 1])
    const mixed = await redis
      .pipeline()
      .set('q', 'abc')
      .evalsha('f'.repeat(40), [], [])
      .get('q')
      .exec({ keepErrors: true })
    expect(mixed.map((one) => (one.error ? 'error' : one.result))).toEqual(['OK', 'error', 'abc'])
  })

  test('runs a script by its SHA-1 after its first run', async () => {
    const redis = client('test-2')
    const script = redis.createScript<[number, number]>(SPEND)
    await expect(script.evalsha(['quota'], ['2'])).rejects.toThrow(
      'NOSCRIPT No matching script. Please use EVAL.',
    )
    expect(await script.exec(['quota'], ['2'])).toEqual([1, 1])
    expect(await script.evalsha(['quota'], ['2'])).toEqual([1, 2])
    expect(await script.evalsha(['quota'], ['2'])).toEqual([0, 2])
    const sha = await redis.scriptLoad('return 1')
    expect(await redis.scriptExists(sha, 'f'.repeat(40))).toEqual([1, 0])
    await redis.scriptFlush()
    expect(await redis.scriptExists(sha)).toEqual([0])
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
    const record = JSON.stringify({ a: [1, { b: 'ä "quoted" \\n' }], c: true, d: null, e: -1.5e3, f: {} })
    expect(
      await run(
        `local r = cjson.decode(ARGV[1])
         return {r.a[1], r.a[2].b, r.c and 1 or 0, r.d == cjson.null and 1 or 0, r.e, cjson.encode({'x', 2, true})}`,
        record,
      ),
    ).toEqual([1, 'ä "quoted" \\n', 1, 1, -1500, ['x', 2, true]])
    await expect(run(`return cjson.decode('{"a":')`)).rejects.toThrow('Expected')
    expect(await run(`return redis.status_reply('FINE')`)).toBe('FINE')
    expect(await run(`return tonumber(redis.call('TIME')[1]) > 1700000000 and 1 or 0`)).toBe(1)
    await expect(run(`return redis.error_reply('QUOTA no more')`)).rejects.toThrow('QUOTA no more')
    await expect(run(`return redis.call('NOSUCH')`)).rejects.toThrow('Unknown Redis command')
    expect(await run(`local r = redis.pcall('NOSUCH') return type(r) == 'table' and r.err and 1 or 0`)).toBe(
      1,
    )
  })

  test('spends exactly the limit under 200 parallel scripts', async () => {
    const redis = client('test-2')
    await redis.del('burst')
    const spent = await Promise.all(Array.from({ length: 200 }, () => redis.eval(SPEND, ['burst'], ['50'])))
    expect(spent.filter((one) => Array.isArray(one) && one[0] === 1)).toHaveLength(50)
    expect(await redis.get('burst')).toBe(50)
  })

  test('flushes one namespace without the others', async () => {
    await client('test-3').set('k', 'three')
    await client('test-4').set('k', 'four')
    expect(await client('test-3').get('k')).toBe('three')
    await client('test-3').flushall()
    expect(await client('test-3').get('k')).toBeNull()
    expect(await client('test-4').get('k')).toBe('four')
    await control.flushRedis('test-4')
    expect(await control.redis('test-4', 'GET', 'k')).toBeNull()
  })

  test('counts trips and commands by namespace', async () => {
    await control.reset('test-5')
    const redis = client('test-5')
    await redis.get('a')
    await redis.pipeline().get('a').get('b').exec()
    await control.redis('test-5', 'GET', 'a')
    expect((await control.counts('test-5')).upstash).toEqual({ trips: 2, commands: 3 })
  })

  test('hangs until the client disconnects or the fault is cleared', async () => {
    const send = (signal?: AbortSignal) =>
      fetch(`${server.url}/upstash`, {
        method: 'POST',
        headers: { authorization: 'Bearer test-6' },
        body: '["INCR","hung"]',
        ...(signal && { signal }),
      })
    await control.fault({ service: 'upstash', mode: 'hang', namespace: 'test-6' })
    await expect(send(AbortSignal.timeout(100))).rejects.toThrow()
    const waiting = send()
    await control.clearFaults('upstash', 'test-6')
    expect(await (await waiting).json()).toEqual({ result: 1 })
  })
})
