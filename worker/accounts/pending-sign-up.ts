import { type SQL, sql } from 'drizzle-orm'

/** The row of `users` is a sign-up that waits for its password, and its link still lives. */
export const waits = (email: string): SQL => sql`
  users.email = ${email} and users.password is null and users.google_sub is null
  and (users.temp_data->>'expiresAt')::timestamptz > now()`

/** The hashes of the browsers that may finish the sign-up. */
export const knownBrowsers: SQL = sql`string_to_array(users.temp_data->>'browserHash', ' ')`

export const isVerified: SQL = sql`users.temp_data->>'verifiedAt' is not null`
