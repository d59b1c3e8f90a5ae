import type { RedisDatabase, RedisReply } from './redis.ts'

/** A key at one moment. Its type is `none` when it did not exist. */
export interface CopiedKey {
  readonly key: string
  readonly type: string
  readonly values: readonly string[]
  /** In milliseconds since 1970. */
  readonly expiresAt: number | undefined
}

const READ = `
local copies = {}
for index, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key)
  type = type.ok or type
  local values = {}
  if type == 'string' then values = {redis.call('GET', key)}
  elseif type == 'hash' then values = redis.call('HGETALL', key)
  elseif type == 'list' then values = redis.call('LRANGE', key, 0, -1)
  elseif type == 'set' then values = redis.call('SMEMBERS', key)
  elseif type == 'zset' then values = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  elseif type ~= 'none' then return redis.error_reply('ERR The fake cannot copy a ' .. type) end
  copies[index] = {type, redis.call('PTTL', key), values}
end
return copies
`

const BATCH = 1000

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH)
}

function toCopy(key: string, reply: RedisReply | undefined): CopiedKey {
  const [type = 'none', life = -1, values = []] = Array.isArray(reply) ? reply : []
  return {
    key,
    type: String(type),
    values: Array.isArray(values) ? values.map(String) : [],
    expiresAt: Number(life) >= 0 ? Date.now() + Number(life) : undefined,
  }
}

/** Reads keys, each batch of them at one moment. */
export async function copyKeys(database: RedisDatabase, keys: readonly string[]): Promise<CopiedKey[]> {
  const copies: CopiedKey[] = []
  for (const batch of batches(keys)) {
    const replies = await database.send('EVAL', [READ, String(batch.length), ...batch])
    copies.push(...batch.map((key, at) => toCopy(key, Array.isArray(replies) ? replies[at] : undefined)))
  }
  return copies
}

export async function copyAll(database: RedisDatabase): Promise<CopiedKey[]> {
  const keys = await database.send('KEYS', ['*'])
  return copyKeys(database, Array.isArray(keys) ? keys.map(String) : [])
}

type Command = [string, ...string[]]

function writeValues({ key, type, values }: CopiedKey): Command[] {
  switch (type) {
    case 'string':
      return [['SET', key, ...values]]
    case 'hash':
      return [['HSET', key, ...values]]
    case 'list':
      return [['RPUSH', key, ...values]]
    case 'set':
      return [['SADD', key, ...values]]
    case 'zset': {
      const scored = values.flatMap((member, at) => (at % 2 === 0 ? [values[at + 1] ?? '0', member] : []))
      return [['ZADD', key, ...scored]]
    }
    default:
      return []
  }
}

function writeKey(copy: CopiedKey): Command[] {
  const commands: Command[] = [['DEL', copy.key]]
  if (copy.expiresAt !== undefined && copy.expiresAt <= Date.now()) return commands
  commands.push(...writeValues(copy))
  if (copy.expiresAt !== undefined) commands.push(['PEXPIREAT', copy.key, String(copy.expiresAt)])
  return commands
}

/** Makes keys what they were when they were copied. */
export async function pasteKeys(database: RedisDatabase, copies: readonly CopiedKey[]): Promise<void> {
  for (const batch of batches(copies)) await database.transaction(batch.flatMap(writeKey))
}
