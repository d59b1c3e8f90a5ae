import { type NeonQueryFunction, neon, neonConfig } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-http'
import * as schema from './schema/index.ts'

type Connection = {
  databaseUrl: string
  /** Where to post SQL; by default Neon's endpoint for the database's host. */
  sqlUrl: string | undefined
  /** Milliseconds per request. */
  timeout: number
}

/** PostgreSQL over HTTP. `db.batch` runs its queries as one transaction in one request. */
export function createDb({ databaseUrl, sqlUrl, timeout }: Connection) {
  if (sqlUrl) neonConfig.fetchEndpoint = () => sqlUrl
  neonConfig.fetchFunction = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  const client: NeonQueryFunction<false, false> = neon(databaseUrl)
  return drizzle({ client, schema, casing: 'snake_case' })
}

export type Db = ReturnType<typeof createDb>
