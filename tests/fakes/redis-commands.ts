/** Where a command's keys are, in arguments counted from 1, as in Redis's COMMAND INFO. */
interface Command {
  readonly writes: boolean
  readonly first: number
  /** Negative numbers count from the end. */
  readonly last: number
  readonly step: number
  /** The argument that says how many keys follow it. */
  readonly count?: number
}

const at = (first: number, last: number, step: number) => ({ first, last, step })
const NO_KEY = at(0, 0, 0)
const ONE_KEY = at(1, 1, 1)
const ALL_KEYS = at(1, -1, 1)

const GROUPS: readonly (readonly [commands: string, keys: Omit<Command, 'writes'>, writes: boolean])[] = [
  ['DBSIZE ECHO KEYS PING RANDOMKEY SCAN TIME', NO_KEY, false],
  ['FLUSHALL FLUSHDB PUBLISH', NO_KEY, true],
  ['EXISTS MGET PFCOUNT SDIFF SINTER SUNION TOUCH', ALL_KEYS, false],
  ['DEL PFMERGE SDIFFSTORE SINTERSTORE SUNIONSTORE UNLINK', ALL_KEYS, true],
  ['MSET MSETNX', at(1, -1, 2), true],
  [
    `BITCOUNT BITPOS EXPIRETIME GEODIST GEOHASH GEOPOS GEOSEARCH GET GETBIT GETRANGE HEXISTS HGET HGETALL HKEYS HLEN
     HMGET HRANDFIELD HSCAN HSTRLEN HVALS LINDEX LLEN LPOS LRANGE PEXPIRETIME PTTL SCARD SISMEMBER SMEMBERS SMISMEMBER
     SRANDMEMBER SSCAN STRLEN TTL TYPE XLEN XRANGE XREVRANGE ZCARD ZCOUNT ZLEXCOUNT ZMSCORE ZRANDMEMBER ZRANGE
     ZRANGEBYLEX ZRANGEBYSCORE ZRANK ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE`,
    ONE_KEY,
    false,
  ],
  [
    `APPEND DECR DECRBY EXPIRE EXPIREAT GEOADD GETDEL GETEX GETSET HDEL HINCRBY HINCRBYFLOAT HMSET HSET HSETNX INCR
     INCRBY INCRBYFLOAT LINSERT LPOP LPUSH LPUSHX LREM LSET LTRIM PERSIST PEXPIRE PEXPIREAT PFADD PSETEX RPOP RPUSH
     RPUSHX SADD SET SETBIT SETEX SETNX SETRANGE SPOP SREM XADD XDEL XTRIM ZADD ZINCRBY ZPOPMAX ZPOPMIN ZREM
     ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE`,
    ONE_KEY,
    true,
  ],
  ['COPY LMOVE RENAME RENAMENX RPOPLPUSH SMOVE ZRANGESTORE', at(1, 2, 1), true],
  ['BITOP', at(2, -1, 1), true],
  ['SINTERCARD ZDIFF ZINTER ZINTERCARD ZUNION', { ...NO_KEY, count: 1 }, false],
  ['LMPOP ZMPOP', { ...NO_KEY, count: 1 }, true],
  ['ZDIFFSTORE ZINTERSTORE ZUNIONSTORE', { ...ONE_KEY, count: 2 }, true],
]

/** Commands that read or write data: which of the two, and their keys. */
export const REDIS_COMMANDS: ReadonlyMap<string, Command> = new Map(
  GROUPS.flatMap(([commands, keys, writes]) =>
    commands.split(/\s+/).map((name) => [name, { ...keys, writes }] as const),
  ),
)

/** Returns undefined for a command that is not in the table. */
export function keysOf(name: string, args: readonly string[]): string[] | undefined {
  const command = REDIS_COMMANDS.get(name)
  if (!command) return undefined
  const keys: string[] = []
  if (command.first > 0) {
    const last = command.last < 0 ? args.length + 1 + command.last : command.last
    for (let place = command.first; place <= last; place += command.step) keys.push(args[place - 1] ?? '')
  }
  if (command.count !== undefined) {
    keys.push(...args.slice(command.count, command.count + Number(args[command.count - 1])))
  }
  return keys
}
