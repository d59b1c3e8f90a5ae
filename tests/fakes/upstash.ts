import { createHash } from 'node:crypto'
import { bearer, type Fake, json, type Reply, text } from './fake.ts'
import type { RedisDatabase, RedisReply, RedisServer } from './redis.ts'

type Command = [string, ...string[]]

const UNAVAILABLE = new Set(
  'SELECT SWAPDB MOVE SHUTDOWN CONFIG DEBUG MONITOR QUIT RESET AUTH HELLO CLIENT CLUSTER REPLICAOF SLAVEOF WAIT MULTI EXEC DISCARD WATCH UNWATCH SUBSCRIBE PSUBSCRIBE SSUBSCRIBE BLPOP BRPOP BLMOVE BRPOPLPUSH BZPOPMIN BZPOPMAX'.split(
    ' ',
  ),
)
const NOSCRIPT = 'NOSCRIPT No matching script. Please use EVAL.'
/** Redis does not know Upstash's flags, such as `#!lua flags=allow-key-locking`. */
const plainLua = (script: string) => script.replace(/^\s*#![^\n]*\n/, '')
const sha1 = (script: string) => createHash('sha1').update(script).digest('hex')

class Namespace {
  private readonly database: RedisDatabase
  private readonly scripts = new Map<string, string>()

  constructor(database: RedisDatabase) {
    this.database = database
  }

  async send(command: Command): Promise<RedisReply> {
    const prepared = this.prepare(command)
    return 'reply' in prepared ? prepared.reply : this.database.send(prepared.name, prepared.args)
  }

  async transaction(commands: Command[]): Promise<RedisReply[]> {
    const prepared = commands.map((command) => this.prepare(command))
    const sent = prepared.flatMap((one): Command[] => ('reply' in one ? [] : [[one.name, ...one.args]]))
    const replies = await this.database.transaction(sent)
    return prepared.map((one) => ('reply' in one ? one.reply : (replies.shift() ?? null)))
  }

  close(): void {
    this.database.close()
  }

  /** Scripts belong to a namespace, so that SCRIPT FLUSH affects no other. */
  private prepare([command, ...args]: Command): { name: string; args: string[] } | { reply: RedisReply } {
    const name = command.toUpperCase()
    if (UNAVAILABLE.has(name)) {
      throw new Error(
        `ERR Command is not available: '${command}'. See https://upstash.com/docs/redis/overall/rediscompatibility for details`,
      )
    }
    if (name === 'FLUSHALL') return { name: 'FLUSHDB', args }
    if (name === 'SCRIPT') return { reply: this.script(args) }
    if (name === 'EVAL' || name === 'EVAL_RO') {
      this.store(args[0] ?? '')
      return { name: 'EVAL', args: [plainLua(args[0] ?? ''), ...args.slice(1)] }
    }
    if (name === 'EVALSHA' || name === 'EVALSHA_RO') {
      const script = this.scripts.get((args[0] ?? '').toLowerCase())
      if (script === undefined) throw new Error(NOSCRIPT)
      return { name: 'EVAL', args: [plainLua(script), ...args.slice(1)] }
    }
    return { name, args }
  }

  private script([subcommand = '', ...args]: string[]): RedisReply {
    switch (subcommand.toUpperCase()) {
      case 'LOAD':
        return this.store(args[0] ?? '')
      case 'EXISTS':
        return args.map((sha) => (this.scripts.has(sha.toLowerCase()) ? 1 : 0))
      case 'FLUSH':
        this.scripts.clear()
        return 'OK'
      default:
        throw new Error(`ERR unknown subcommand '${subcommand}'. Try SCRIPT HELP.`)
    }
  }

  private store(script: string): string {
    const sha = sha1(script)
    this.scripts.set(sha, script)
    return sha
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function encode(reply: RedisReply, base64: boolean): unknown {
  if (reply instanceof Error) return { error: reply.message }
  if (Array.isArray(reply)) return reply.map((item) => encode(item, base64))
  return base64 && typeof reply === 'string' ? Buffer.from(reply).toString('base64') : reply
}

/** Upstash does not encode the status OK, but encodes an "OK" inside a list. */
const encodeReply = (reply: RedisReply, base64: boolean) => (reply === 'OK' ? reply : encode(reply, base64))

const answerOf = (reply: RedisReply, base64: boolean) =>
  reply instanceof Error ? { error: reply.message } : { result: encodeReply(reply, base64) }

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function toCommand(value: unknown): Command | undefined {
  if (!Array.isArray(value)) return undefined
  const [name, ...args] = value.map((part: unknown) =>
    typeof part === 'string' ? part : JSON.stringify(part),
  )
  return name ? [name, ...args] : undefined
}

function toCommands(value: unknown): Command[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const commands = value.map(toCommand)
  return commands.every((command) => command !== undefined) ? commands : undefined
}

async function single(namespace: Namespace, command: Command, base64: boolean): Promise<Reply> {
  try {
    return json(200, answerOf(await namespace.send(command), base64))
  } catch (error) {
    return json(400, { error: messageOf(error) })
  }
}

async function pipeline(namespace: Namespace, commands: Command[], base64: boolean): Promise<Reply> {
  const replies = await Promise.allSettled(commands.map((command) => namespace.send(command)))
  return json(
    200,
    replies.map((reply) =>
      reply.status === 'fulfilled' ? answerOf(reply.value, base64) : { error: messageOf(reply.reason) },
    ),
  )
}

async function transaction(namespace: Namespace, commands: Command[], base64: boolean): Promise<Reply> {
  try {
    const replies = await namespace.transaction(commands)
    return json(
      200,
      replies.map((reply) => answerOf(reply, base64)),
    )
  } catch (error) {
    const message = messageOf(error)
    const discarded = 'EXECABORT Transaction discarded because of previous errors.'
    return json(400, { error: message.startsWith('EXECABORT') ? message : `${discarded} ${message}` })
  }
}

/**
 * Upstash's REST API at `/upstash`. The bearer token names the namespace, a logical database of Redis: `development` is
 * the first, and each `test…` the next one.
 */
export function upstash(redis: RedisServer): Fake {
  const namespaces = new Map<string, Namespace>([['development', new Namespace(redis.database(0))]])

  function find(token: string): Namespace | undefined {
    const known = namespaces.get(token)
    if (known || !token.startsWith('test')) return known
    const made = new Namespace(redis.database(namespaces.size))
    namespaces.set(token, made)
    return made
  }

  return {
    name: 'upstash',
    unit: 'commands',
    namespaceOf: bearer,
    async answer(call, count) {
      const namespace = find(bearer(call))
      if (!namespace) return json(401, { error: 'Unauthorized' })
      const base64 = call.headers['upstash-encoding'] === 'base64'
      const body = parseBody(call.body)
      const command = call.path === '/' ? toCommand(body) : undefined
      if (command) {
        count(1)
        return single(namespace, command, base64)
      }
      const commands = call.path === '/pipeline' || call.path === '/multi-exec' ? toCommands(body) : undefined
      if (!commands) return json(400, { error: 'ERR failed to parse command' })
      count(commands.length)
      return call.path === '/pipeline'
        ? pipeline(namespace, commands, base64)
        : transaction(namespace, commands, base64)
    },
    controls: {
      redis: async (input) => {
        const command = toCommand(input.command)
        if (!command) throw new Error('"command" must be a list of strings')
        return { result: encode((await find(text(input, 'namespace'))?.send(command)) ?? null, false) }
      },
    },
    stop: async () => {
      for (const namespace of namespaces.values()) namespace.close()
    },
  }
}
