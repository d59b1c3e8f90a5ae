import { bearer, type Call, type Fake, json, text } from './fake.ts'
import type { RedisCommand, RedisReply, RedisServer } from './redis.ts'
import { Namespace } from './upstash-namespace.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Errors inside of lists too. */
const shown = (reply: RedisReply): unknown => {
  if (reply instanceof Error) return { error: reply.message }
  return Array.isArray(reply) ? reply.map(shown) : reply
}

const answerOf = (reply: RedisReply) => (reply instanceof Error ? shown(reply) : { result: shown(reply) })

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function toCommand(value: unknown): RedisCommand | undefined {
  if (!Array.isArray(value)) return undefined
  const [name, ...args] = value.map((part: unknown) =>
    typeof part === 'string' ? part : JSON.stringify(part),
  )
  return name ? [name, ...args] : undefined
}

/** The path of a request says the shape of its body and answer. */
function commandsOf({ path, body }: Call): RedisCommand[] | undefined {
  const value = parseBody(body)
  const list = path === '/' ? [value] : value
  if (!['/', '/pipeline', '/multi-exec'].includes(path) || !Array.isArray(list)) return undefined
  const commands = list.map(toCommand)
  return commands.every((command) => command !== undefined) ? commands : undefined
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
      const commands = commandsOf(call)
      if (!commands) return json(400, { error: 'ERR failed to parse command' })
      count(commands.length)
      try {
        const { replies, trip } = await namespace.run(commands, call.path === '/multi-exec')
        const headers = { 'server-timing': `trip;dur=${trip}` }
        if (call.path !== '/') return json(200, replies.map(answerOf), headers)
        const [reply = null] = replies
        return json(reply instanceof Error ? 400 : 200, answerOf(reply), headers)
      } catch (error) {
        return json(400, { error: messageOf(error) })
      }
    },
    controls: {
      redis: async (input) => {
        const command = toCommand(input.command)
        if (!command) throw new Error('"command" must be a list of strings')
        return { result: shown(await named(input).send(command)) }
      },
      'redis-distances': async (input) => {
        await named(input).setDistances({
          primary: number(input, 'primary'),
          replica: number(input, 'replica'),
          lag: number(input, 'lag'),
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
