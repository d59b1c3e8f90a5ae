import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The same instant throughout a transaction. */
export const now: SQL<Date> = sql`now()`

export const secondsFromNow = (seconds: number): SQL<Date> => sql`now() + make_interval(secs => ${seconds})`
export const secondsAgo = (seconds: number): SQL<Date> => sql`now() - make_interval(secs => ${seconds})`

/** The same input within 10 minutes of this row is a double click, or a retry after a lost response. */
export const mayBeRepeated = (createdAt: AnyPgColumn): SQL =>
  sql`${createdAt} > now() - interval '10 minutes'`

/** Since 1970. JavaScript's dates would lose them. */
export const toMicroseconds = (column: AnyPgColumn): SQL<string> =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint`
export const fromMicroseconds = (microseconds: string | undefined): SQL<Date> =>
  sql`'epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond'`
