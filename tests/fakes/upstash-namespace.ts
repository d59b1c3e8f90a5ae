import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { RedisDatabase, RedisReply } from './redis.ts'
import { keysOf, REDIS_COMMANDS } from './redis-commands.ts'
import { type CopiedKey, copyAll, pasteKeys } from './redis-copy.ts'
import { RedisReplica } from './redis-replica.ts'
import { checkedScript, scriptResult } from './upstash-script.ts'

export type Command = [string, ...string[]]

/** A primary with read replicas. Times are in milliseconds. */
export interface Distances {
  /** Round trip to the primary. */
  readonly primary: number
  /** Round trip to the nearest replica. */
  readonly replica: number
  /** How long a write takes to reach the replica. */
  readonly lag: number
  /** A write is billed once more for each. */
  readonly readRegions: number
}

export interface Request {
  readonly commands: readonly Command[]
  readonly isTransaction: boolean
  readonly syncToken: string
}

export interface Response {
  /** A reply or Error for each command. */
  readonly replies: readonly RedisReply[]
  /** Commands that Upstash bills: those of scripts too. */
  readonly billed: number
  readonly syncToken: string
  /** Milliseconds of round trip. */
  readonly trip: number
}

const UNAVAILABLE = new Set(
  'SELECT SWAPDB MOVE SHUTDOWN CONFIG DEBUG MONITOR QUIT RESET AUTH HELLO CLIENT CLUSTER REPLICAOF SLAVEOF WAIT MULTI EXEC DISCARD WATCH UNWATCH SUBSCRIBE PSUBSCRIBE SSUBSCRIBE BLPOP BRPOP BLMOVE BRPOPLPUSH BZPOPMIN BZPOPMAX'.split(
    ' ',
  ),
)
const NOSCRIPT = 'NOSCRIPT No matching script. Please use EVAL.'
const SCRIPT_COMMANDS = new Set(['EVAL', 'EVALSHA', 'EVAL_RO', 'EVALSHA_RO'])
const FLUSHES = new Set(['FLUSHDB', 'FLUSHALL'])

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
const isReadOnlyScript = (name: string) => name === 'EVAL_RO' || name === 'EVALSHA_RO'
const isRead = (name: string) => isReadOnlyScript(name) || REDIS_COMMANDS.get(name)?.writes === false

/** Scripts belong to a namespace, so that SCRIPT FLUSH affects no other. A replica has its own. */
class Scripts {
  private readonly texts = new Map<string, string>()

  store(script: string): string {
    const sha = createHash('sha1').update(script).digest('hex')
    this.texts.set(sha, script)
    return sha
  }

  /** The script that a command of SCRIPT_COMMANDS runs. */
  find(name: string, textOrSha: string): string {
    if (!name.startsWith('EVALSHA')) {
      this.store(textOrSha)
      return textOrSha
    }
    const script = this.texts.get(textOrSha.toLowerCase())
    if (script === undefined) throw new Error(NOSCRIPT)
    return script
  }

  run([subcommand = '', ...args]: string[]): RedisReply {
    switch (subcommand.toUpperCase()) {
      case 'LOAD':
        return this.store(args[0] ?? '')
      case 'EXISTS':
        return args.map((sha) => (this.texts.has(sha.toLowerCase()) ? 1 : 0))
      case 'FLUSH':
        this.texts.clear()
        return 'OK'
      default:
        throw new Error(`ERR unknown subcommand '${subcommand}'. Try SCRIPT HELP.`)
    }
  }
}

type Prepared = { name: string; sent: Command } | { reply: RedisReply }

function prepare([command, ...args]: Command, scripts: Scripts): Prepared {
  const name = command.toUpperCase()
  if (UNAVAILABLE.has(name)) {
    throw new Error(
      `ERR Command is not available: '${command}'. See https://upstash.com/docs/redis/overall/rediscompatibility for details`,
    )
  }
  if (name === 'SCRIPT') return { reply: scripts.run(args) }
  if (name === 'FLUSHALL') return { name, sent: ['FLUSHDB', ...args] }
  if (SCRIPT_COMMANDS.has(name)) {
    const script = scripts.find(name, args[0] ?? '')
    return { name, sent: ['EVAL', checkedScript(script, isReadOnlyScript(name)), ...args.slice(1)] }
  }
  return { name, sent: [name, ...args] }
}

/** What one command did. */
interface Outcome {
  readonly reply: RedisReply
  readonly calls: number
  readonly writes: number
  readonly writtenKeys: readonly string[]
  readonly isFlush: boolean
}

const NOTHING_WRITTEN = { calls: 1, writes: 0, writtenKeys: [], isFlush: false }

function outcomeOf({ name, sent: [, ...args] }: { name: string; sent: Command }, reply: RedisReply): Outcome {
  if (SCRIPT_COMMANDS.has(name)) {
    const result = scriptResult(reply)
    return { ...result, calls: result.calls + 1, isFlush: false }
  }
  if (isRead(name)) return { reply, ...NOTHING_WRITTEN }
  return { reply, calls: 1, writes: 1, writtenKeys: keysOf(name, args) ?? [], isFlush: FLUSHES.has(name) }
}

/** A database of Upstash: a logical database of Redis, and one more for its read replica. */
export class Namespace {
  private readonly primary: RedisDatabase
  private readonly open: () => RedisDatabase
  private readonly scripts = new Scripts()
  private readonly replicaScripts = new Scripts()
  private replica: RedisReplica | undefined
  private distances: Distances = { primary: 0, replica: 0, lag: 0, readRegions: 0 }
  private snapshot: readonly CopiedKey[] | undefined

  /** `open` returns an empty database. */
  constructor(open: () => RedisDatabase) {
    this.open = open
    this.primary = open()
  }

  async setDistances(distances: Distances): Promise<void> {
    this.distances = distances
    this.replica ??= await RedisReplica.open(this.primary, this.open())
    await this.replica.setLag(distances.lag)
  }

  /** Reads go to the nearest replica. Writes, scripts that may write, and transactions go to the primary. */
  async run(request: Request): Promise<Response> {
    const { replica, distances } = this
    const isReading = !request.isTransaction && request.commands.every(([name]) => isRead(name.toUpperCase()))
    const isAtReplica = replica !== undefined && isReading
    const trip = isAtReplica ? distances.replica : distances.primary
    if (trip > 0) await delay(trip / 2)
    const outcomes = isAtReplica
      ? await this.runEach(request.commands, await replica.read(request.syncToken), this.replicaScripts)
      : await this.runAtPrimary(request)
    const syncToken = replica?.syncToken ?? '0'
    if (trip > 0) await delay(trip / 2)
    return {
      replies: outcomes.map(({ reply }) => reply),
      billed: outcomes.reduce((sum, { calls, writes }) => sum + calls + writes * distances.readRegions, 0),
      syncToken,
      trip,
    }
  }

  /** Runs one command at the primary, at once. */
  async send(command: Command): Promise<RedisReply> {
    const [outcome] = await this.runAtPrimary({ commands: [command], isTransaction: false, syncToken: '' })
    if (outcome?.reply instanceof Error) throw outcome.reply
    return outcome?.reply ?? null
  }

  /** Saves the data, for `restore`. */
  async save(): Promise<void> {
    this.snapshot = await copyAll(this.primary)
  }

  /** Rolls back to the last `save`, as Redis does when it loses its latest writes. */
  async restore(): Promise<void> {
    if (!this.snapshot) throw new Error('nothing is saved')
    await this.primary.send('FLUSHDB', [])
    await pasteKeys(this.primary, this.snapshot)
    await this.replica?.recordAll()
  }

  close(): void {
    this.primary.close()
    this.replica?.close()
  }

  private async runAtPrimary({ commands, isTransaction }: Request): Promise<Outcome[]> {
    const outcomes = isTransaction
      ? await this.runTransaction(commands)
      : await this.runEach(commands, this.primary, this.scripts)
    if (outcomes.some(({ isFlush }) => isFlush)) await this.replica?.recordAll()
    else await this.replica?.record([...new Set(outcomes.flatMap(({ writtenKeys }) => writtenKeys))])
    return outcomes
  }

  private async runEach(
    commands: readonly Command[],
    database: RedisDatabase,
    scripts: Scripts,
  ): Promise<Outcome[]> {
    return Promise.all(
      commands.map(async (command) => {
        try {
          const prepared = prepare(command, scripts)
          if ('reply' in prepared) return { reply: prepared.reply, ...NOTHING_WRITTEN }
          const [name, ...args] = prepared.sent
          return outcomeOf(prepared, await database.send(name, args))
        } catch (error) {
          return { reply: toError(error), ...NOTHING_WRITTEN }
        }
      }),
    )
  }

  /** Throws when a command cannot be queued. */
  private async runTransaction(commands: readonly Command[]): Promise<Outcome[]> {
    const prepared = commands.map((command) => prepare(command, this.scripts))
    const sent = prepared.flatMap((one) => ('reply' in one ? [] : [one.sent]))
    const replies = await this.primary.transaction(sent)
    return prepared.map((one) =>
      'reply' in one ? { reply: one.reply, ...NOTHING_WRITTEN } : outcomeOf(one, replies.shift() ?? null),
    )
  }
}
