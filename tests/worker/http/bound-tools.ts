import { expect } from 'vitest'
import type { TestWorker } from '#tests/worker/harness.ts'

/** Reaches limits of calls, and counts what calls leave in the database. */
export function boundTools(worker: Pick<TestWorker, 'redis' | 'settle' | 'sql'>) {
  /** Empties the token bucket of everyone who has made a call. */
  async function useUp(name: string) {
    const keys = (await worker.redis('KEYS', `rate-limit:${name}:*`)) as string[]
    expect(keys).not.toEqual([])
    for (const key of keys) await empty(key)
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
