import { setTimeout as delay } from 'node:timers/promises'
import type { RedisDatabase } from './redis.ts'
import { type CopiedKey, copyAll, copyKeys, pasteKeys } from './redis-copy.ts'

interface Change {
  /** When the primary made it, in milliseconds since 1970. */
  readonly at: number
  /** The keys that changed, or everything that is left after a flush. */
  readonly keys: readonly CopiedKey[]
  readonly flush: boolean
}

/** A read replica: the primary's data of `lag` milliseconds ago, brought up to date before each read. */
export class RedisReplica {
  private lag = 0
  private readonly primary: RedisDatabase
  private readonly database: RedisDatabase
  private pending: Change[] = []
  /** The changes so far. A sync token is a position in them. */
  private recorded = 0
  private applied = 0
  private last: Promise<unknown> = Promise.resolve()

  private constructor(primary: RedisDatabase, database: RedisDatabase) {
    this.primary = primary
    this.database = database
  }

  static async open(primary: RedisDatabase, database: RedisDatabase): Promise<RedisReplica> {
    const replica = new RedisReplica(primary, database)
    await replica.apply({ at: 0, keys: await copyAll(primary), flush: true })
    return replica
  }

  get syncToken(): string {
    return String(this.recorded)
  }

  /** From now on; what has arrived stays. */
  async setLag(lag: number): Promise<void> {
    await this.catchUp(0)
    this.lag = lag
  }

  /** Call it after a write at the primary. */
  async record(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const at = Date.now()
    this.push({ at, keys: await copyKeys(this.primary, keys), flush: false })
  }

  /** Call it after a change of the whole primary. */
  async recordAll(): Promise<void> {
    const at = Date.now()
    this.push({ at, keys: await copyAll(this.primary), flush: true })
  }

  /** The data that a read sees now. With a sync token, waits for the changes before it. */
  async read(syncToken: string): Promise<RedisDatabase> {
    const due = Number.parseInt(syncToken, 10) || 0
    const awaited = this.pending[due - this.applied - 1]
    if (awaited) await delay(Math.max(0, awaited.at + this.lag - Date.now()))
    await this.catchUp(due)
    return this.database
  }

  close(): void {
    this.database.close()
  }

  private push(change: Change): void {
    this.recorded++
    this.pending.push(change)
  }

  /** Applies changes in order, one reader at a time. */
  private catchUp(due: number): Promise<void> {
    const caughtUp = this.last.then(async () => {
      for (let next = this.pending[0]; next; next = this.pending[0]) {
        if (this.applied >= due && next.at + this.lag > Date.now()) return
        await this.apply(next)
        this.pending.shift()
        this.applied++
      }
    })
    this.last = caughtUp.catch(() => {})
    return caughtUp
  }

  private async apply({ keys, flush }: Change): Promise<void> {
    if (flush) await this.database.send('FLUSHDB', [])
    await pasteKeys(this.database, keys)
  }
}
