import { and, eq, exists, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#db/client.ts'
import { signUps } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { hashToken } from '#worker/lib/hash.ts'

export const hashBrowser = (secret: string | undefined): string =>
  secret === undefined ? '' : hashToken(secret)

export const isOpenSignUp = (email: string): SQL | undefined =>
  and(eq(signUps.email, email), gt(signUps.expiresAt, now), isNull(signUps.finishedAt))

export const isProvenSignUp = (email: string, signUpId: number): SQL | undefined =>
  and(isOpenSignUp(email), eq(signUps.id, signUpId), isNotNull(signUps.openedAt))

export function isBegunIn(db: Queries, { email, browser }: { email: string; browser: string }): SQL {
  const own = alias(signUps, 'own')
  const isOwn = and(eq(own.email, email), eq(own.browser, browser), sql`${own.expiresAt} > ${now}`)
  return exists(db.select({ id: own.id }).from(own).where(isOwn))
}
