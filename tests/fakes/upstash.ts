import { bearer, type Call, type Fake, json } from './fake.ts'
import type { RedisCommand, RedisReply, RedisServer } from './redis.ts'
import { type Distances, Namespace } from './upstash-namespace.ts'

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

type Named = { namespace: string }

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

  function named({ namespace }: Named): Namespace {
    const found = find(namespace)
    if (!found) throw new Error(`unknown namespace ${namespace}`)
    return found
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
      redis: async ({ command, ...of }: Named & { command: RedisCommand }) => ({
        result: shown(await named(of).send(command)),
      }),
      'redis-distances': ({ namespace, ...distances }: Named & Distances) =>
        named({ namespace }).setDistances(distances),
      'redis-save': (of: Named) => named(of).save(),
      'redis-restore': (of: Named) => named(of).restore(),
    },
    stop: async () => {
      for (const namespace of namespaces.values()) namespace.close()
    },
  }
}
