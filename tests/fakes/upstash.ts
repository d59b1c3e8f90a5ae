import { bearer, type Call, type Fake, json, type Reply, text } from './fake.ts'
import type { RedisReply, RedisServer } from './redis.ts'
import { type Command, Namespace, type Request } from './upstash-namespace.ts'

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

/** The path of a request and the shape of its answer. */
type Kind = 'command' | 'pipeline' | 'transaction'
const KINDS: Readonly<Record<string, Kind>> = {
  '/': 'command',
  '/pipeline': 'pipeline',
  '/multi-exec': 'transaction',
}

function parse(call: Call): { kind: Kind; request: Request } | undefined {
  const kind = KINDS[call.path]
  const body = parseBody(call.body)
  const command = kind === 'command' ? toCommand(body) : undefined
  const commands = command ? [command] : kind !== 'command' ? toCommands(body) : undefined
  if (!kind || !commands) return undefined
  const syncToken = call.headers['upstash-sync-token']
  return {
    kind,
    request: {
      commands,
      isTransaction: kind === 'transaction',
      syncToken: typeof syncToken === 'string' ? syncToken : '',
    },
  }
}

function reply(kind: Kind, replies: readonly RedisReply[], base64: boolean): Reply {
  const answers = replies.map((one) => answerOf(one, base64))
  if (kind !== 'command') return json(200, answers)
  return json(replies[0] instanceof Error ? 400 : 200, answers[0])
}

function discarded(error: unknown): Reply {
  const message = messageOf(error)
  const prefix = 'EXECABORT Transaction discarded because of previous errors.'
  return json(400, { error: message.startsWith('EXECABORT') ? message : `${prefix} ${message}` })
}

const number = (input: Record<string, unknown>, name: string) => {
  const value = input[name]
  if (typeof value !== 'number') throw new Error(`"${name}" must be a number`)
  return value
}

/**
 * Upstash's REST API at `/upstash`, with a primary and read replicas. The bearer token names the namespace:
 * `development`, or `test…` for a test.
 */
export function upstash(redis: RedisServer): Fake {
  let databases = 0
  const open = () => redis.database(databases++)
  const namespaces = new Map<string, Namespace>([['development', new Namespace(open)]])

  function find(token: string): Namespace | undefined {
    const known = namespaces.get(token)
    if (known || !token.startsWith('test')) return known
    const made = new Namespace(open)
    namespaces.set(token, made)
    return made
  }

  function named(input: Record<string, unknown>): Namespace {
    const namespace = find(text(input, 'namespace'))
    if (!namespace) throw new Error(`unknown namespace ${String(input.namespace)}`)
    return namespace
  }

  return {
    name: 'upstash',
    unit: 'commands',
    namespaceOf: bearer,
    async answer(call, count) {
      const namespace = find(bearer(call))
      if (!namespace) return json(401, { error: 'Unauthorized' })
      const parsed = parse(call)
      if (!parsed) return json(400, { error: 'ERR failed to parse command' })
      const { kind, request } = parsed
      count(request.commands.length)
      try {
        const { replies, billed, syncToken, trip } = await namespace.run(request)
        count(billed, 'billed')
        const answer = reply(kind, replies, call.headers['upstash-encoding'] === 'base64')
        const headers = { 'upstash-sync-token': syncToken, 'server-timing': `trip;dur=${trip}` }
        return { ...answer, headers: { ...answer.headers, ...headers } }
      } catch (error) {
        return discarded(error)
      }
    },
    controls: {
      redis: async (input) => {
        const command = toCommand(input.command)
        if (!command) throw new Error('"command" must be a list of strings')
        return { result: encode(await named(input).send(command), false) }
      },
      'redis-distances': async (input) => {
        await named(input).setDistances({
          primary: number(input, 'primary'),
          replica: number(input, 'replica'),
          lag: number(input, 'lag'),
          readRegions: number(input, 'readRegions'),
        })
        return {}
      },
      'redis-save': async (input) => {
        await named(input).save()
        return {}
      },
      'redis-restore': async (input) => {
        await named(input).restore()
        return {}
      },
    },
    stop: async () => {
      for (const namespace of namespaces.values()) namespace.close()
    },
  }
}
