import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import {
  createGoogleAttempt,
  fetchGoogleProfile,
  type GoogleAttempt,
  GoogleFailed,
  type GoogleProfile,
  googleSignInUrl,
} from '#worker/clients/google.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertAccount } from './insert-account.ts'
import { insertSession, type NewSession, newSession } from './new-session.ts'

function connectionOf({ settings }: Context) {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = settings
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) {
    throw new AppError('NOT_CONFIGURED', { message: 'Google sign-in is not configured.' })
  }
  return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
}

const redirectUriOf = ({ settings }: Context) => `${settings.APP_ORIGIN}/auth/google/callback`

async function askGoogle<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (cause) {
    if (cause instanceof GoogleFailed) throw new AppError('GOOGLE_SIGN_IN_FAILED', { cause })
    throw cause
  }
}

export async function beginGoogleSignIn(ctx: Context): Promise<{ url: string; attempt: GoogleAttempt }> {
  const attempt = createGoogleAttempt()
  const url = await askGoogle(googleSignInUrl(connectionOf(ctx), attempt, redirectUriOf(ctx)))
  return { url, attempt }
}

/**
 * Finds the account by Google's `sub`, then by address, or creates one. The last two require an address that Google has
 * verified. Throws NOT_CONFIGURED, GOOGLE_SIGN_IN_FAILED.
 */
export async function finishGoogleSignIn(
  ctx: Context,
  { code, attempt }: { code: string; attempt: GoogleAttempt },
  userAgent: string | undefined,
): Promise<{ sid: string }> {
  const redirectUri = redirectUriOf(ctx)
  const person = await askGoogle(fetchGoogleProfile(connectionOf(ctx), attempt, { code, redirectUri }))
  const session = newSession(userAgent)
  const isSignedIn =
    (await openKnown(ctx, person, session)) ||
    (person.isEmailVerified &&
      ((await openNew(ctx, person, session)) || (await openKnown(ctx, person, session))))
  if (!isSignedIn) throw new AppError('GOOGLE_SIGN_IN_FAILED')
  return { sid: session.sid }
}

/** If an account's address was never verified, its password and sessions end: someone else may have set them. */
async function openKnown({ db }: Context, person: GoogleProfile, session: NewSession): Promise<boolean> {
  const known = db
    .$with('known')
    .as(db.select({ id: users.id }).from(users).where(eq(users.googleSub, person.sub)))
  const candidate = db.$with('candidate').as(
    db
      .select({ id: users.id, isUnverified: isNull(users.emailVerifiedAt).as('is_unverified') })
      .from(users)
      .where(
        and(
          eq(users.email, person.email),
          sql`${person.isEmailVerified}::boolean`,
          isNull(users.googleSub),
          notExists(db.select().from(known)),
        ),
      )
      .for('update'),
  )
  const linked = db.$with('linked').as(
    db
      .update(users)
      .set({
        googleSub: person.sub,
        password: sql`case when ${candidate.isUnverified} then null else ${users.password} end`,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
      })
      .from(candidate)
      .where(eq(users.id, candidate.id))
      .returning({ id: users.id }),
  )
  const unverified = db.select({ id: candidate.id }).from(candidate).where(eq(candidate.isUnverified, true))
  const endedSessions = db
    .$with('ended_sessions')
    .as(db.delete(sessions).where(inArray(sessions.userId, unverified)))
  const owner = db
    .$with('owner')
    .as(unionAll(db.select({ id: known.id }).from(known), db.select({ id: linked.id }).from(linked)))
  const opened = db.$with('new_session').as(insertSession(db, session, owner))
  const [found] = await db.with(known, candidate, linked, endedSessions, owner, opened).select().from(owner)
  return found !== undefined
}

async function openNew(ctx: Context, { email, sub }: GoogleProfile, session: NewSession): Promise<boolean> {
  const { db } = ctx
  const { newUser, parts } = insertAccount(db, { email, googleSub: sub, now: ctx.now })
  const opened = db.$with('new_session').as(insertSession(db, session, newUser))
  const [created] = await db
    .with(...parts, opened)
    .select()
    .from(newUser)
  return created !== undefined
}
