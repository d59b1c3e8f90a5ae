import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, DatabaseError } from 'pg'

const LOCK_TIMEOUT_MS = 2_000
const PAUSE_SECONDS = [1, 2, 4, 8, 15, 30, 60]
const LOCK_NOT_AVAILABLE = '55P03'

type Options = {
  folder?: string
  lockTimeout?: number
  pause?: (seconds: number) => Promise<unknown>
}

const HISTORY = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`

/** Runs each missing migration in a transaction of its own, or in none if it uses CONCURRENTLY. */
export async function migrate(
  databaseUrl: string,
  {
    folder = `${import.meta.dirname}/migrations`,
    lockTimeout = LOCK_TIMEOUT_MS,
    pause = (seconds) => sleep(seconds * 1_000),
  }: Options = {},
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await refuseParallelRun(client)
    await client.query(HISTORY)
    const { rows } = await client.query('select max(created_at) as latest from drizzle.__drizzle_migrations')
    const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
      ({ folderMillis }) => folderMillis > Number(rows[0].latest),
    )
    for (const migration of missing) await untilUnlocked(() => run(client, migration, lockTimeout), pause)
  } finally {
    await client.end()
  }
}

/** Refuses instead of waiting: CREATE INDEX CONCURRENTLY would wait for the run that waits. */
async function refuseParallelRun(client: Client): Promise<void> {
  const { rows } = await client.query("select pg_try_advisory_lock(hashtext('migrations')) as is_first")
  if (!rows[0].is_first) throw new Error('Another migration is running.')
}

async function run(client: Client, { sql, hash, folderMillis }: MigrationMeta, lockTimeout: number) {
  const isConcurrent = sql.some((statement) => /\bconcurrently\b/i.test(statement))
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : lockTimeout}`)
  if (!isConcurrent) await client.query('begin')
  try {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
    if (!isConcurrent) await client.query('commit')
  } catch (error) {
    if (!isConcurrent) await client.query('rollback')
    throw error
  }
}

async function untilUnlocked(work: () => Promise<void>, pause: (seconds: number) => Promise<unknown>) {
  for (const seconds of PAUSE_SECONDS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
      await pause(seconds)
    }
  }
  return await work()
}

if (import.meta.main) {
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) {
    console.error('DATABASE_URL is not set.')
    process.exit(1)
  }
  await migrate(databaseUrl)
  console.log('The database is up to date.')
}
