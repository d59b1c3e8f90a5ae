import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import { signUps } from '#db/schema/index.ts'
import { now } from '#db/time.ts'

/** A hash of the browser's cookie. */
type BrowserSignUp = { email: string; browser: string }

export const isSignUpOf = ({ email, browser }: BrowserSignUp): SQL | undefined =>
  and(eq(signUps.email, email), eq(signUps.browser, browser), gt(signUps.expiresAt, now))

/** It hasn't expired, and no account came of it. */
export const isOpenSignUp = (email: string): SQL | undefined =>
  and(eq(signUps.email, email), gt(signUps.expiresAt, now), isNull(signUps.finishedAt))
