import { type SQL, sql } from 'drizzle-orm'

/** The same instant throughout a transaction. */
export const now: SQL<Date> = sql`now()`

export const secondsFromNow = (seconds: number): SQL<Date> => sql`now() + make_interval(secs => ${seconds})`
export const secondsAgo = (seconds: number): SQL<Date> => sql`now() - make_interval(secs => ${seconds})`
