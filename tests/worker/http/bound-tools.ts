import { expect } from 'vitest'
import type { TestWorker } from '#tests/worker/harness.ts'

/** Reaches limits of calls, and counts what calls leave in the database. */
export function boundTools(worker: Pick<TestWorker, 'redis' | 'settle' | 'sql'>) {
  /**
   * Makes a call, and empties the token bucket of everyone who has made one. Meanwhile: a bucket expires once it is full again,
   * maybe before the call has ended.
   */
  async function useUp(name: string, call: () => Promise<unknown>) {
    const made = call()
    let keys: string[] = []
    const find = async () => {
      keys = (await worker.redis('KEYS', `rate-limit:${name}:*`)) as string[]
      return keys.length
    }
    await expect.poll(find).toBeGreaterThan(0)
    for (const key of keys) await empty(key)
    await made
  }

  async function empty(key: string) {
    await worker.redis('PERSIST', key)
    await worker.redis('HSET', key, 'tokens', '0', 'refilledAt', String(Date.now() + 60_000))
  }

  async function rowsOfTables(): Promise<Record<string, number>> {
    await worker.settle()
    const tables = await worker.sql<{ name: string }>(
      "select relname as name from pg_stat_user_tables where schemaname = 'public'",
    )
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`)
    const rows = await worker.sql<{ name: string; rows: number }>(counts.join(' union all '))
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
  }

  return { useUp, empty, rowsOfTables }
}
