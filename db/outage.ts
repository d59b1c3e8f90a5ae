import { NeonDbError } from '@neondatabase/serverless'
import { DrizzleQueryError } from 'drizzle-orm'

/** SQLSTATE classes: connection lost, deadlock or serialization failure, out of resources, shutdown. */
const OUTAGE_CLASSES = /^(08|40|53|57)/

/** An error without an SQLSTATE means that PostgreSQL was unreachable or timed out. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError || error instanceof NeonDbError)) return false
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const state = cause instanceof NeonDbError ? cause.code : undefined
  return !state || OUTAGE_CLASSES.test(state)
}
