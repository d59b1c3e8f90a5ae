import {
  NeonDbError,
  type NeonQueryFunction,
  neon,
  neonConfig,
  Pool,
  type PoolClient,
} from '@neondatabase/serverless'
import { drizzle as drizzleOverHttp } from 'drizzle-orm/neon-http'
import { NeonDatabase, NeonSession } from 'drizzle-orm/neon-serverless'
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import {
  createTableRelationsHelpers,
  type ExtractTablesWithRelations,
  extractTablesRelationalConfig,
} from 'drizzle-orm/relations'
import * as schema from './schema/index.ts'

type Connection = { DATABASE_URL: string; NEON_PROXY_URL?: string | undefined }

type FetchInit = RequestInit & { timeout: number }

export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

/** Statements over HTTP, one trip each. `timeout` is in milliseconds, per statement. */
export function hot({ DATABASE_URL, NEON_PROXY_URL: proxy }: Connection, timeout: number) {
  if (proxy) neonConfig.fetchEndpoint = () => `${proxy}/sql`
  // The driver has one fetch function for all connections, and passes it the options of the connection.
  neonConfig.fetchFunction = async (url: string, { timeout, ...init }: FetchInit) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
    const { ok, status } = response
    return { ok, status, text: () => readable(response.text()), json: () => readable(response.json()) }
  }
  const client: NeonQueryFunction<false, false> = neon(DATABASE_URL, { fetchOptions: { timeout } })
  return drizzleOverHttp({ client, schema, casing: 'snake_case' })
}

async function readable<Body>(body: Promise<Body>): Promise<Body> {
  try {
    return await body
  } catch (error) {
    throw Object.assign(new NeonDbError('The response is unreadable'), { cause: error })
  }
}

export type Db = ReturnType<typeof hot>

/**
 * A connection over a WebSocket, for a transaction. Sockets don't outlive a request, so end the pool with it.
 * `timeout` is in milliseconds, for connecting and per statement.
 */
export function pooled({ DATABASE_URL, NEON_PROXY_URL: proxy }: Connection, timeout: number): Pool {
  if (proxy) {
    const { protocol, host, pathname } = new URL(proxy)
    neonConfig.wsProxy = () => `${host}${pathname}/v2`
    neonConfig.useSecureWebSocket = protocol === 'https:'
  }
  const pool = new Pool({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    max: 1,
  })
  // The statement that waits for a lost connection fails. Without a listener, the error would be thrown, too.
  const ignore = () => {}
  pool.on('error', ignore).on('connect', (client: PoolClient) => client.on('error', ignore))
  return pool
}

export type PooledDb = NeonDatabase<typeof schema>

// `drizzle()` would read the relations of all tables again for each transaction.
const { tables, tableNamesMap } = extractTablesRelationalConfig<ExtractTablesWithRelations<typeof schema>>(
  schema,
  createTableRelationsHelpers,
)
const relations = { fullSchema: schema, schema: tables, tableNamesMap }
const dialect = new PgDialect({ casing: 'snake_case' })

export const onConnection = (client: PoolClient): PooledDb =>
  new NeonDatabase(dialect, new NeonSession(client, dialect, relations), relations)
