import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { RedisCommand, RedisDatabase, RedisReply } from './redis.ts'
import { copyDatabase, pasteDatabase, RedisReplica } from './redis-replica.ts'

/** A primary with read replicas. Times are in milliseconds. */
export interface Distances {
  /** Round trip to the primary. */
  readonly primary: number
  /** Round trip to the nearest replica. */
  readonly replica: number
  /** How long a write takes to reach the replica. */
  readonly lag: number
}

export interface Response {
  /** A reply or Error for each command. */
  readonly replies: readonly RedisReply[]
  /** Milliseconds of round trip. */
  readonly trip: number
}

/** Those that replicas answer. */
const READS = new Set('EXISTS GET HGET HGETALL HMGET LRANGE MGET PING PTTL TTL'.split(' '))

/** The message of a live database. The rule: https://upstash.com/docs/redis/features/key-locking */
const DYNAMIC_KEY = "ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set"
const LOCKS_KEYS = '#!lua flags=allow-key-locking\n'
/** Keeps the rule for commands with one key, and refuses those with several. */
const CHECK_KEYS = `
local redis = (function(redis)
  local locked, many = {}, {DEL = true, EXISTS = true, MGET = true, MSET = true, RENAME = true, UNLINK = true}
  for _, key in ipairs(KEYS) do locked[key] = true end
  return {call = function(name, key, ...)
    if not locked[key] or many[string.upper(name)] and select('#', ...) > 0 then error("${DYNAMIC_KEY}", 0) end
    return redis.call(name, key, ...)
  end}
end)(redis)
`

/** A database of Upstash: a logical database of Redis, and one more for its read replica. */
export class Namespace {
  private readonly primary: RedisDatabase
  private readonly open: () => RedisDatabase
  /** By SHA-1. */
  private readonly scripts = new Map<string, string>()
  private replica: RedisReplica | undefined
  private distances: Distances = { primary: 0, replica: 0, lag: 0 }
  private saved: readonly RedisCommand[] | undefined

  /** `open` returns an empty database. */
  constructor(open: () => RedisDatabase) {
    this.open = open
    this.primary = open()
  }

  async setDistances(distances: Distances): Promise<void> {
    this.distances = distances
    if (!this.replica) {
      this.replica = new RedisReplica(this.primary, this.open())
      await this.replica.record()
    }
    await this.replica.setLag(distances.lag)
  }

  /** Reads go to the nearest replica. Writes, scripts and transactions go to the primary. */
  async run(commands: readonly RedisCommand[], isTransaction: boolean): Promise<Response> {
    const isReading = !isTransaction && commands.every(([name]) => READS.has(name.toUpperCase()))
    const replica = isReading ? this.replica : undefined
    const trip = replica ? this.distances.replica : this.distances.primary
    if (trip > 0) await delay(trip / 2)
    const replies = replica
      ? await runEach(await replica.read(), commands)
      : await this.runAtPrimary(commands, isTransaction)
    if (trip > 0) await delay(trip / 2)
    return { replies, trip }
  }

  /** Runs one command at the primary, at once. */
  async send(command: RedisCommand): Promise<RedisReply> {
    const [reply = null] = await this.runAtPrimary([command], false)
    if (reply instanceof Error) throw reply
    return reply
  }

  /** Saves the data, for `restore`. */
  async save(): Promise<void> {
    this.saved = await copyDatabase(this.primary)
  }

  /** Rolls back to the last `save`, as Redis does when it loses its latest writes. */
  async restore(): Promise<void> {
    if (!this.saved) throw new Error('nothing is saved')
    await pasteDatabase(this.primary, this.saved)
    await this.replica?.record()
  }

  close(): void {
    this.primary.close()
    this.replica?.close()
  }

  /** Throws when a command cannot be sent. */
  private async runAtPrimary(
    commands: readonly RedisCommand[],
    isTransaction: boolean,
  ): Promise<RedisReply[]> {
    const sent = commands.map((command) => this.prepare(command))
    const replies = isTransaction ? await this.primary.transaction(sent) : await runEach(this.primary, sent)
    await this.replica?.record()
    return replies
  }

  private prepare(command: RedisCommand): RedisCommand {
    const [name, textOrSha = '', ...args] = command
    const isBySha = /^evalsha$/i.test(name)
    if (!isBySha && !/^eval$/i.test(name)) return command
    const script = isBySha ? this.scripts.get(textOrSha) : textOrSha
    if (script === undefined) throw new Error('NOSCRIPT No matching script. Please use EVAL.')
    if (!isBySha) this.scripts.set(createHash('sha1').update(script).digest('hex'), script)
    return ['EVAL', script.replace(LOCKS_KEYS, CHECK_KEYS), ...args]
  }
}

const runEach = (database: RedisDatabase, commands: readonly RedisCommand[]): Promise<RedisReply[]> =>
  Promise.all(
    commands.map(([name, ...args]) =>
      database
        .send(name, args)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    ),
  )
