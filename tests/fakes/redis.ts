import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Redis } from 'ioredis'
import RedisMock from 'ioredis-mock'
import { freePort, StartError, stopChild } from '#tests/dev/processes.ts'

/** A reply in the shapes of Redis's protocol. An error inside an array is an Error. */
export type RedisReply = string | number | null | Error | RedisReply[]

export type RedisCommand = readonly [name: string, ...args: string[]]

export interface RedisDatabase {
  /** Rejects with Redis's own message. */
  send(command: string, args: readonly string[]): Promise<RedisReply>
  /** Returns one reply or Error for each command. */
  transaction(commands: readonly RedisCommand[]): Promise<RedisReply[]>
  close(): void
}

/** A running Redis: redis-server, or ioredis-mock in this process. */
export interface RedisServer {
  readonly kind: 'server' | 'memory'
  /** For the developer. */
  readonly description: string
  database(index: number): RedisDatabase
  stop(): Promise<void>
}

const DATABASES = 1024

class ServerDatabase implements RedisDatabase {
  private readonly redis: Redis

  constructor(url: string, db: number) {
    this.redis = new Redis(url, { db, enableOfflineQueue: true, maxRetriesPerRequest: 2 })
    this.redis.on('error', () => {})
  }

  // Upper case keeps ioredis from reshaping replies by command name, as it does for hgetall.
  async send(command: string, args: readonly string[]): Promise<RedisReply> {
    return toReply(await this.redis.callBuffer(command.toUpperCase(), ...args))
  }

  async transaction(commands: readonly RedisCommand[]): Promise<RedisReply[]> {
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

/** ioredis-mock reads options in upper case only, and @upstash/redis sends them in lower case. */
const FIRST_OPTION: Readonly<Record<string, number>> = {
  set: 2,
  getex: 1,
  expire: 2,
  expireat: 2,
  pexpire: 2,
  pexpireat: 2,
}

/** ioredis-mock does not check types. */
const TYPES: readonly (readonly [commands: RegExp, type: string])[] = [
  [/^h(?!ello)/, 'hash'],
  [/^z/, 'zset'],
  [/^(l(push|pop|range|len|rem|index|trim)|r(push|pop))/, 'list'],
  [/^(get|append|strlen|(incr|decr)(by)?)$/, 'string'],
]

/** ioredis-mock's Lua has integers of 32 bits, keeps numbers apart from texts, and gives `null` for a missing value. */
const LUA_OF_REDIS = `
local parse, print_value, call = tonumber, tostring, redis.call
function tonumber(...)
  local value = parse(...)
  return value and value + 0.0
end
function tostring(value)
  return math.type(value) and string.format('%.14g', value) or print_value(value)
end
function redis.call(...)
  local arguments = {...}
  for index, value in ipairs(arguments) do
    if math.type(value) then arguments[index] = string.format('%.17g', value) end
  end
  local reply = call(table.unpack(arguments))
  if type(reply) ~= 'table' and type(reply) ~= 'userdata' then return reply end
  local list = {}
  -- It returns only tables that were filled from the end, as {1, 2} is.
  for index = #reply, 1, -1 do
    list[index] = type(reply[index]) ~= 'userdata' and reply[index]
  end
  return list
end
function redis.error_reply(message) error(message, 0) end
`

class MemoryDatabase implements RedisDatabase {
  private readonly redis: Record<string, unknown>
  /** A script and a transaction keep other commands waiting, as they do in Redis. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(host: string) {
    this.redis = new RedisMock({ host }) as unknown as Record<string, unknown>
  }

  send(command: string, args: readonly string[]): Promise<RedisReply> {
    return this.enqueue(() => this.run(command, args))
  }

  transaction(commands: readonly RedisCommand[]): Promise<RedisReply[]> {
    return this.enqueue(async () => {
      const replies: RedisReply[] = []
      for (const [command, ...args] of commands) {
        replies.push(
          await this.run(command, args).catch((error: unknown) =>
            error instanceof Error ? error : new Error(String(error)),
          ),
        )
      }
      return replies
    })
  }

  close(): void {}

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work)
    this.last = result.catch(() => {})
    return result
  }

  private async run(command: string, args: readonly string[]): Promise<RedisReply> {
    const name = command.toLowerCase()
    if (name === 'eval') args = [LUA_OF_REDIS + args[0], ...args.slice(1)]
    const method = this.find(name)
    if (!method) throw new Error(`ERR unknown command '${command}', with args beginning with: `)
    await this.checkType(name, args[0] ?? '')
    const first = FIRST_OPTION[name] ?? args.length
    const sent = args.map((value, index) => (index < first ? value : value.toUpperCase()))
    return fromMemory(await method.apply(this.redis, sent))
  }

  private async checkType(name: string, key: string): Promise<void> {
    const expected = TYPES.find(([commands]) => commands.test(name))?.[1]
    if (expected === undefined) return
    const type = await this.find('type')?.call(this.redis, key)
    if (type !== expected && type !== 'none') {
      throw new Error('WRONGTYPE Operation against a key holding the wrong kind of value')
    }
  }

  private find(name: string) {
    const method = REFUSED.test(name) || !Object.hasOwn(this.redis, name) ? undefined : this.redis[name]
    return typeof method === 'function' ? method : undefined
  }
}

function fromMemory(value: unknown): RedisReply {
  if (value === null || value === undefined || value === false) return null
  if (value === true) return 1
  if (typeof value === 'number') return Math.trunc(value)
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (Array.isArray(value)) return value.map(fromMemory)
  if (value instanceof Error) return value
  return Object.entries(value).flatMap(([name, item]) => [name, fromMemory(item)])
}

function startMemory(): RedisServer {
  const host = `memory-${crypto.randomUUID()}`
  return {
    kind: 'memory',
    description: 'in memory (ioredis-mock)',
    database: (index) => new MemoryDatabase(`${host}-${index}`),
    stop: async () => {},
  }
}

function connect(url: string): RedisServer {
  const first = Number(new URL(url).pathname.slice(1) || 0)
  return {
    kind: 'server',
    description: 'REDIS_URL',
    database: (index) => new ServerDatabase(url, first + index),
    stop: async () => {},
  }
}

/** Starts redis-server. Returns undefined when it is not installed. */
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
      reject(new StartError(`Could not start redis-server: ${log.trim().split('\n').at(-1) ?? ''}`)),
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
    kind: 'server',
    description: `redis-server on 127.0.0.1:${port}`,
    database: (index) => new ServerDatabase(`redis://127.0.0.1:${port}`, index),
    stop: () => stopChild(child, 'SIGTERM'),
  }
}

/** `auto` uses REDIS_URL, else redis-server, else ioredis-mock. */
export type RedisChoice = 'auto' | 'memory'

/** Starts a Redis, or connects to the one of REDIS_URL. `TEST_REDIS=memory` forces the in-memory one. */
export async function startRedis(options: {
  choice: RedisChoice
  dataDir: string
  durable: boolean
}): Promise<RedisServer> {
  if (options.choice === 'memory' || process.env.TEST_REDIS === 'memory') return startMemory()
  if (process.env.REDIS_URL) return connect(process.env.REDIS_URL)
  return (await startServer(options.dataDir, options.durable)) ?? startMemory()
}
