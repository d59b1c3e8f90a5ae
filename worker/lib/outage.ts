/** SQLSTATE classes: connection lost, deadlock or serialization failure, out of resources, shutdown. */
const OUTAGE_CLASSES = /^(08|40|53|57)/

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

// Importing the errors' classes would load the drivers. A DrizzleQueryError has the query.
const causeOf = (error: unknown): unknown =>
  error instanceof Error && 'query' in error ? error.cause : error

const codeOf = (cause: unknown): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined

export const isUniqueViolation = (error: unknown): boolean => codeOf(causeOf(error)) === UNIQUE_VIOLATION

export const isLockTimeout = (error: unknown): boolean => codeOf(causeOf(error)) === LOCK_NOT_AVAILABLE

const FOREIGN_KEY_VIOLATED = /^insert .+"\w+_(users|organizations|batches)_id_fk"$/

/** The table of the row that was deleted before a write could refer to it. */
export function deletedOwner(error: unknown): string | undefined {
  const cause = causeOf(error)
  return cause instanceof Error ? FOREIGN_KEY_VIOLATED.exec(cause.message)?.[1] : undefined
}

/** Whether Redis or PostgreSQL failed, and not what was asked of them. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Error && error.name === 'RedisUnavailable') return true
  const cause = causeOf(error)
  if (cause === error && !(error instanceof Error && error.name === 'NeonDbError')) return false
  const code = codeOf(cause)
  // Without an SQLSTATE, PostgreSQL was unreachable or timed out.
  return typeof code !== 'string' || OUTAGE_CLASSES.test(code)
}
