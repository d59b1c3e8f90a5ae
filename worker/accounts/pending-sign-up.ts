import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type PendingVerification, users } from '#db/schema/accounts.ts'

export const pendingField = (name: keyof PendingVerification): SQL<string | null> =>
  sql`${users.tempData}->>${sql.raw(`'${name}'`)}`

export const signUpExpiresAt: SQL = sql`(${pendingField('expiresAt')})::timestamptz`

export const isIncomplete: SQL = sql`(${users.password} is null and ${users.googleSub} is null)`

export const isPendingSignUp = (email: string): SQL | undefined =>
  and(eq(users.email, email), isIncomplete, sql`${signUpExpiresAt} > now()`)

export const knownBrowsers: SQL = sql`string_to_array(${pendingField('browserHash')}, ' ')`

export const isVerified: SQL<boolean> = sql<boolean>`${pendingField('verifiedAt')} is not null`
