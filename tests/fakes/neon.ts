import pg from 'pg'
import * as z from 'zod'
import { type Call, type Fake, json, type Reply } from './fake.ts'
import { neonSocket } from './neon-socket.ts'
import type { Postgres } from './postgres.ts'

const CONNECTIONS_PER_DATABASE = 20
const OPEN_DATABASES = 20
// The driver parses PostgreSQL's text by dataTypeID.
const asText = { getTypeParser: () => (value: string) => value }

const querySchema = z.object({ query: z.string(), params: z.array(z.unknown()).default([]) })
const bodySchema = z.union([querySchema, z.object({ queries: z.array(querySchema) })])
type Query = z.infer<typeof querySchema>

/** One pool for each database in use. Closes the least recently used one. */
class Pools {
  private readonly pools = new Map<string, pg.Pool>()
  private readonly postgres: Postgres

  constructor(postgres: Postgres) {
    this.postgres = postgres
  }

  get(database: string): pg.Pool {
    const known = this.pools.get(database)
    const pool = known ?? this.open(database)
    this.pools.delete(database)
    this.pools.set(database, pool)
    const [oldest] = this.pools.keys()
    if (this.pools.size > OPEN_DATABASES && oldest !== undefined) void this.close(oldest)
    return pool
  }

  private open(database: string): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.postgres.databaseUrl(database),
      max: CONNECTIONS_PER_DATABASE,
      idleTimeoutMillis: 10_000,
    })
    pool.on('error', () => {})
    return pool
  }

  async close(database: string): Promise<void> {
    const pool = this.pools.get(database)
    this.pools.delete(database)
    await pool?.end()
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.pools.keys()].map((database) => this.close(database)))
  }
}

function target(call: Call): URL | undefined {
  const value = call.headers['neon-connection-string']
  return typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
}

const databaseOf = (url: URL) => decodeURIComponent(url.pathname.slice(1))

async function run(client: pg.Pool | pg.PoolClient, { query, params }: Query): Promise<unknown> {
  const { fields, rows, command, rowCount } = await client.query<unknown[]>({
    text: query,
    values: params,
    rowMode: 'array',
    types: asText,
    // Neon uses the extended protocol, which refuses several statements in one query.
    ...{ queryMode: 'extended' },
  })
  return { fields, rows, command, rowCount, rowAsArray: true }
}

async function runBatch(pool: pg.Pool, queries: readonly Query[]): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const results: unknown[] = []
    for (const query of queries) results.push(await run(client, query))
    await client.query('COMMIT')
    client.release()
    return results
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

function failure(error: unknown): Reply {
  if (!(error instanceof pg.DatabaseError)) {
    return json(500, { message: error instanceof Error ? error.message : String(error) })
  }
  // Neon's fields have the names of pg's.
  return json(400, { ...error, message: error.message })
}

/** Neon's SQL over HTTP at `/neon/sql` and over a WebSocket at `/neon/v2`, in front of PostgreSQL. The database's name is the namespace. */
export function neon(postgres: Postgres): Fake {
  const pools = new Pools(postgres)
  const sockets = neonSocket(postgres)
  let creating: Promise<unknown> = Promise.resolve()

  async function createDatabase(name: string, template: string): Promise<void> {
    await pools.close(template)
    const admin = pools.get('postgres')
    const quoted = [name, template].map((part) => pg.escapeIdentifier(part))
    for (let attempt = 1; ; attempt++) {
      try {
        await admin.query(`CREATE DATABASE ${quoted[0]} TEMPLATE ${quoted[1]} STRATEGY FILE_COPY`)
        return
      } catch (error) {
        // 55006: the last connection to the template is still closing.
        if (!(error instanceof pg.DatabaseError) || error.code !== '55006' || attempt === 20) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  return {
    name: 'neon',
    unit: 'statements',
    namespaceOf: (call) => {
      const url = target(call)
      return url ? databaseOf(url) : ''
    },
    async answer(call, count) {
      if (call.path !== '/sql' || call.method !== 'POST') return json(404, { message: 'Not found' })
      const url = target(call)
      if (!url || !databaseOf(url)) return json(400, { message: 'no Neon-Connection-String' })
      if (
        decodeURIComponent(url.username) !== postgres.user ||
        decodeURIComponent(url.password) !== postgres.password
      ) {
        return json(400, {
          message: `password authentication failed for user '${url.username}'`,
          code: '28P01',
        })
      }
      const body = bodySchema.parse(JSON.parse(call.body))
      count('queries' in body ? body.queries.length : 1)
      try {
        const pool = pools.get(databaseOf(url))
        if ('query' in body) return json(200, await run(pool, body))
        return json(200, { results: await runBatch(pool, body.queries) })
      } catch (error) {
        return failure(error)
      }
    },
    controls: {
      databases: async ({ name, template = 'template1' }: { name: string; template?: string }) => {
        const created = creating.then(() => createDatabase(name, template))
        creating = created.catch(() => {})
        await created
      },
      sql: async ({ database, text, params }: { database: string; text: string; params: unknown[] }) =>
        (await pools.get(database).query(text, params)).rows,
    },
    upgrade: sockets.upgrade,
    stop: () => {
      sockets.stop()
      return pools.closeAll()
    },
  }
}
