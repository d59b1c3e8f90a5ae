import { NeonDbError, type PoolClient } from '@neondatabase/serverless'
import { sql } from 'drizzle-orm'
import { onConnection, type PooledDb, pooled } from '#db/client.ts'
import { type Context, DATABASE_TIMEOUT_MS } from './context.ts'

export type Transaction = PooledDb & {
  readonly ctx: Context
  /** For what must wait for the commit, such as changes in Redis. `inTransaction` waits for it. */
  readonly afterCommit: (work: () => unknown) => void
}

/** Commits if `work` returns. If it throws, closing the connection rolls back. */
export async function inTransaction<T>(ctx: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const committed: (() => unknown)[] = []
  const pool = pooled(ctx.settings, DATABASE_TIMEOUT_MS)
  let connection: PoolClient | undefined
  let result: T
  try {
    connection = await pool.connect().catch((cause: unknown) => {
      throw Object.assign(new NeonDbError('No connection'), { cause })
    })
    const afterCommit = (work: () => unknown) => committed.push(work)
    const tx = Object.assign(onConnection(connection), { ctx, afterCommit })
    await tx.execute(sql`begin`)
    result = await work(tx)
    await tx.execute(sql`commit`)
  } finally {
    connection?.release(true)
    ctx.waitUntil(pool.end())
  }
  for (const work of committed) await work()
  return result
}

export function oneRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A statement returned no row')
  return row
}
