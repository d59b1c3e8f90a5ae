/** SQLSTATE classes: connection lost, deadlock or serialization failure, out of resources, shutdown. */
const OUTAGE_CLASSES = /^(08|40|53|57)/

/** Whether Redis or PostgreSQL failed, and not what was asked of them. */
export function isOutage(error: unknown): boolean {
  // Importing these classes would load the drivers. A DrizzleQueryError has the query.
  if (error instanceof Error && error.name === 'RedisUnavailable') return true
  const cause = error instanceof Error && 'query' in error ? error.cause : error
  if (cause === error && !(error instanceof Error && error.name === 'NeonDbError')) return false
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  // Without an SQLSTATE, PostgreSQL was unreachable or timed out.
  return typeof code !== 'string' || OUTAGE_CLASSES.test(code)
}
