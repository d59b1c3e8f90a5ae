import { NeonDbError, type NeonQueryFunction, neon, neonConfig } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-http'
import * as schema from './schema/index.ts'

type Connection = { DATABASE_URL: string; NEON_SQL_URL?: string | undefined }

type FetchInit = RequestInit & { timeout: number }

/** Over HTTP: `db.batch` runs its queries as one transaction in one request. `timeout` is in milliseconds, per request. */
export function createDb({ DATABASE_URL, NEON_SQL_URL: sqlUrl }: Connection, timeout: number) {
  if (sqlUrl) neonConfig.fetchEndpoint = () => sqlUrl
  // The driver has one fetch function for all connections, and passes it the options of the connection.
  neonConfig.fetchFunction = async (url: string, { timeout, ...init }: FetchInit) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
    const { ok, status } = response
    return { ok, status, text: () => readable(response.text()), json: () => readable(response.json()) }
  }
  const client: NeonQueryFunction<false, false> = neon(DATABASE_URL, { fetchOptions: { timeout } })
  return drizzle({ client, schema, casing: 'snake_case' })
}

/** An unreadable response must count as an outage. */
async function readable<Body>(body: Promise<Body>): Promise<Body> {
  try {
    return await body
  } catch (error) {
    throw Object.assign(new NeonDbError('The response is unreadable'), { cause: error })
  }
}

export type Db = ReturnType<typeof createDb>
