import { NeonDbError, type NeonQueryFunction, neon, neonConfig } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-http'
import * as schema from './schema/index.ts'

type Connection = {
  databaseUrl: string
  sqlUrl: string | undefined
  /** In milliseconds, per request. */
  timeout: number
}

type FetchInit = RequestInit & { timeout: number }

/** Over HTTP: `db.batch` runs its queries as one transaction in one request. */
export function createDb({ databaseUrl, sqlUrl, timeout }: Connection) {
  if (sqlUrl) neonConfig.fetchEndpoint = () => sqlUrl
  // The driver has one fetch function for all connections, and passes it the options of the connection.
  neonConfig.fetchFunction = async (url: string, { timeout, ...init }: FetchInit) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
    const { ok, status } = response
    return { ok, status, text: () => response.text(), json: () => readJson(response) }
  }
  const client: NeonQueryFunction<false, false> = neon(databaseUrl, { fetchOptions: { timeout } })
  return drizzle({ client, schema, casing: 'snake_case' })
}

/** An unreadable response must count as an outage. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw Object.assign(new NeonDbError('The response is not JSON'), { cause: error })
  }
}

export type Db = ReturnType<typeof createDb>
