import type { RedisCommand, RedisDatabase } from './redis.ts'

/** Commands that make an empty database what this one is now. Only strings, hashes and lists. */
export async function copyDatabase(database: RedisDatabase): Promise<RedisCommand[]> {
  const found = await database.send('KEYS', ['*'])
  const keys = Array.isArray(found) ? found.map(String) : []
  const reads = keys.flatMap((key): RedisCommand[] => [
    ['GET', key],
    ['HGETALL', key],
    ['LRANGE', key, '0', '-1'],
    ['PTTL', key],
  ])
  const replies = await database.transaction(reads)
  return keys.flatMap((key, at) => {
    // Of the first three, those of another type are errors.
    const [text, hash, list, life] = replies.slice(4 * at)
    const copy: RedisCommand[] = []
    if (typeof text === 'string') copy.push(['SET', key, text])
    if (Array.isArray(hash) && hash.length > 0) copy.push(['HSET', key, ...hash.map(String)])
    if (Array.isArray(list) && list.length > 0) copy.push(['RPUSH', key, ...list.map(String)])
    if (Number(life) > 0) copy.push(['PEXPIREAT', key, String(Date.now() + Number(life))])
    return copy
  })
}

export const pasteDatabase = (database: RedisDatabase, copy: readonly RedisCommand[]) =>
  database.transaction([['FLUSHDB'], ...copy])

/** A read replica: the primary's data of `lag` milliseconds ago, brought up to date before each read. */
export class RedisReplica {
  private lag = 0
  private readonly primary: RedisDatabase
  private readonly database: RedisDatabase
  private readonly pending: { at: number; copy: RedisCommand[] }[] = []
  private last: Promise<unknown> = Promise.resolve()

  constructor(primary: RedisDatabase, database: RedisDatabase) {
    this.primary = primary
    this.database = database
  }

  /** From now on; what has arrived stays. */
  async setLag(lag: number): Promise<void> {
    await this.read()
    this.lag = lag
  }

  /** Call it after a write at the primary. */
  async record(): Promise<void> {
    const at = Date.now()
    this.pending.push({ at, copy: await copyDatabase(this.primary) })
  }

  /** The data that a read sees now. One reader at a time brings it up to date. */
  read(): Promise<RedisDatabase> {
    const caughtUp = this.last.then(async () => {
      const place = this.pending.findLastIndex(({ at }) => at + this.lag <= Date.now())
      const due = this.pending.splice(0, place + 1).at(-1)
      if (due) await pasteDatabase(this.database, due.copy)
      return this.database
    })
    this.last = caughtUp.catch(() => {})
    return caughtUp
  }

  close(): void {
    this.database.close()
  }
}
