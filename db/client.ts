import { type NeonQueryFunction, neon, neonConfig } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-http'
import * as schema from './schema/index.ts'

type Connection = {
  databaseUrl: string
  /** Where the driver posts its SQL; undefined means Neon's own address for the database's host. */
  sqlUrl: string | undefined
  /** Milliseconds until a statement is given up. */
  timeout: number
}

/** PostgreSQL over HTTP: one request is one trip; `batch` is one transaction. */
export function createDb({ databaseUrl, sqlUrl, timeout }: Connection) {
  if (sqlUrl) neonConfig.fetchEndpoint = () => sqlUrl
  neonConfig.fetchFunction = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  const client: NeonQueryFunction<false, false> = neon(databaseUrl)
  return drizzle({ client, schema, casing: 'snake_case' })
}

export type Db = ReturnType<typeof createDb>
