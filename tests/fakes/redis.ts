import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Redis } from 'ioredis'
import RedisMock from 'ioredis-mock'
import { freePort, StartError, stopChild } from '#tests/dev/processes.ts'
import { inRedisTerms } from './mock-lua.ts'

/** What Redis answers, in the shapes of its protocol; an error inside an array is an Error. */
export type RedisReply = string | number | null | Error | RedisReply[]

/** One logical database of a Redis. */
export interface RedisDatabase {
  /** Rejects with an Error whose message is Redis's own. */
  send(command: string, args: readonly string[]): Promise<RedisReply>
  /** Runs the commands as one transaction: one reply or Error each. */
  transaction(commands: readonly (readonly [string, ...string[]])[]): Promise<RedisReply[]>
  close(): void
}

/** A Redis, real or imitated. */
export interface RedisServer {
  readonly kind: 'real' | 'mock'
  /** In a few words for the developer. */
  readonly description: string
  database(index: number): RedisDatabase
  stop(): Promise<void>
}

const DATABASES = 1024

class RealDatabase implements RedisDatabase {
  private readonly redis: Redis

  constructor(url: string, db: number) {
    this.redis = new Redis(url, { db, enableOfflineQueue: true, maxRetriesPerRequest: 2 })
    this.redis.on('error', () => {})
  }

  // Upper case keeps ioredis from reshaping replies by command name, as it does for hgetall.
  async send(command: string, args: readonly string[]): Promise<RedisReply> {
    return toReply(await this.redis.callBuffer(command.toUpperCase(), ...args))
  }

  async transaction(commands: readonly (readonly [string, ...string[]])[]): Promise<RedisReply[]> {
    const queued = [this.send('MULTI', []), ...commands.map(([command, ...args]) => this.send(command, args))]
    const executed = this.send('EXEC', [])
    const [results] = await Promise.all([executed, Promise.allSettled(queued)])
    return Array.isArray(results) ? results : []
  }

  close(): void {
    this.redis.disconnect()
  }
}

function toReply(value: unknown): RedisReply {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (Array.isArray(value)) return value.map(toReply)
  if (typeof value === 'number' || typeof value === 'string' || value instanceof Error) return value
  return String(value)
}

const REFUSED = /^(constructor|connect|disconnect|quit|duplicate|defineCommand|multi|exec|pipeline|batch)$/

class MockDatabase implements RedisDatabase {
  private readonly redis: Record<string, unknown>

  constructor(host: string, db: number) {
    this.redis = new RedisMock({ host, db }) as unknown as Record<string, unknown>
  }

  async send(command: string, args: readonly string[]): Promise<RedisReply> {
    const name = command.toLowerCase()
    const method = REFUSED.test(name) || !Object.hasOwn(this.redis, name) ? undefined : this.redis[name]
    if (typeof method !== 'function')
      throw new Error(`ERR unknown command '${command}', with args beginning with: `)
    const sent = name === 'eval' ? [inRedisTerms(args[0] ?? ''), Number(args[1]), ...args.slice(2)] : args
    try {
      return fromMock(await method.apply(this.redis, sent))
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      throw new Error(text.replace(/^Error trying to loading or executing lua code string in VM: /, ''))
    }
  }

  // Each mock command runs to its end before the next one begins.
  transaction(commands: readonly (readonly [string, ...string[]])[]): Promise<RedisReply[]> {
    return Promise.all(
      commands.map(([command, ...args]) =>
        this.send(command, args).catch((error: unknown) =>
          error instanceof Error ? error : new Error(String(error)),
        ),
      ),
    )
  }

  close(): void {}
}

function fromMock(value: unknown): RedisReply {
  if (value === null || value === undefined || value === false) return null
  if (value === true) return 1
  if (typeof value === 'number') return Math.trunc(value)
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (Array.isArray(value)) return value.map(fromMock)
  if (value instanceof Error) return value
  return Object.entries(value).flatMap(([name, item]) => [name, fromMock(item)])
}

function startMock(): RedisServer {
  const host = `mock-${crypto.randomUUID()}`
  return {
    kind: 'mock',
    description: 'ioredis-mock, in memory (no redis-server on the PATH)',
    database: (index) => new MockDatabase(`${host}-${index}`, 0),
    stop: async () => {},
  }
}

function connect(url: string): RedisServer {
  const first = Number(new URL(url).pathname.slice(1) || 0)
  return {
    kind: 'real',
    description: 'the Redis of REDIS_URL',
    database: (index) => new RealDatabase(url, first + index),
    stop: async () => {},
  }
}

/** Starts redis-server; undefined when the machine has none. */
async function startServer(dataDir: string, durable: boolean): Promise<RedisServer | undefined> {
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    databases: String(DATABASES),
    dir: dataDir,
    save: '',
    appendonly: durable ? 'yes' : 'no',
    'set-proc-title': 'no',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn('redis-server', flags, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const ready = await new Promise<boolean>((resolve, reject) => {
    let log = ''
    child.once('error', () => resolve(false))
    child.once('exit', () =>
      reject(new StartError(`redis-server could not start: ${log.trim().split('\n').at(-1) ?? ''}`)),
    )
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-8000)
      if (!/ready to accept connections/i.test(log)) return
      child.stdout.removeAllListeners('data').resume()
      resolve(true)
    })
  })
  if (!ready) return undefined
  child.removeAllListeners('exit').on('error', () => {})
  return {
    kind: 'real',
    description: `redis-server on 127.0.0.1:${port}`,
    database: (index) => new RealDatabase(`redis://127.0.0.1:${port}`, index),
    stop: () => stopChild(child, 'SIGTERM'),
  }
}

/** Which Redis to stand behind: `auto` takes REDIS_URL, else redis-server, else ioredis-mock. */
export type RedisChoice = 'real' | 'mock' | 'auto'

/** Starts, or reaches, a Redis. */
export async function startRedis(options: {
  choice: RedisChoice
  dataDir: string
  durable: boolean
}): Promise<RedisServer> {
  if (options.choice === 'mock') return startMock()
  if (process.env.REDIS_URL) return connect(process.env.REDIS_URL)
  const server = await startServer(options.dataDir, options.durable)
  if (server) return server
  if (options.choice === 'real')
    throw new StartError('No redis-server on the PATH, and REDIS_URL is not set.')
  return startMock()
}
