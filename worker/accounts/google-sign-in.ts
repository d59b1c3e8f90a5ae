import { type SQL, sql } from 'drizzle-orm'
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
import { accountParts } from './create-account.ts'
import { type NewSession, newSession, sessionPart } from './session-row.ts'

/** Throws NOT_CONFIGURED. */
function connectionOf({ settings }: Context) {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = settings
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) {
    throw new AppError('NOT_CONFIGURED', { message: 'Signing in with Google is not set up here.' })
  }
  return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
}

const redirectUriOf = ({ settings }: Context) => `${settings.APP_ORIGIN}/auth/google/callback`

/** Whatever Google did wrong is told as one thing: GOOGLE_SIGN_IN_FAILED. */
async function askGoogle<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (cause) {
    if (cause instanceof GoogleFailed) throw new AppError('GOOGLE_SIGN_IN_FAILED', { cause })
    throw cause
  }
}

/** A new attempt and where the browser is to go with it. Throws NOT_CONFIGURED, GOOGLE_SIGN_IN_FAILED. */
export async function beginGoogleSignIn(ctx: Context): Promise<{ url: string; attempt: GoogleAttempt }> {
  const attempt = createGoogleAttempt()
  const url = await askGoogle(googleSignInUrl(connectionOf(ctx), attempt, redirectUriOf(ctx)))
  return { url, attempt }
}

/**
 * Opens a session for the person behind the code: the account that Google's `sub` is linked to, else the one of the
 * same address, else a new one. Without a verified address only the first. Throws NOT_CONFIGURED, GOOGLE_SIGN_IN_FAILED.
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
      ((await openNew(ctx, person, session)) ||
        // Somebody else's request made the account in between.
        (await openKnown(ctx, person, session))))
  if (!isSignedIn) throw new AppError('GOOGLE_SIGN_IN_FAILED')
  return { sid: session.sid }
}

/**
 * Signs in to the linked account, or links the one of the same address. Whoever opened that one never proved the
 * address: their password and sessions end, or they would share the account with its owner.
 */
const openKnown = (ctx: Context, person: GoogleProfile, session: NewSession) =>
  hasRows(
    ctx,
    sql`
    with known as (select id from users where google_sub = ${person.sub}),
    candidate as (
      select id, email_verified_at is null as is_unproven
        from users
       where email = ${person.email} and ${person.isEmailVerified}::boolean
         and google_sub is null and not exists (select from known)
         for update
    ),
    linked as (
      update users
         set google_sub = ${person.sub},
             password = case when candidate.is_unproven then null else users.password end,
             email_verified_at = coalesce(users.email_verified_at, now()),
             temp_data = null
        from candidate
       where users.id = candidate.id
      returning users.id
    ),
    ended as (delete from session where user_id in (select id from candidate where is_unproven))
    ${sessionPart(session, sql`select id from known union all select id from linked`)}`,
  )

/** A new user with an organization, its quota and its token, signed in: one statement. False where the address is taken. */
function openNew(ctx: Context, { email, sub }: GoogleProfile, session: NewSession): Promise<boolean> {
  const { parts } = accountParts({
    email,
    passwordHash: null,
    phoneNumber: null,
    googleSub: sub,
    now: ctx.now,
  })
  return hasRows(ctx, sql`with ${parts} ${sessionPart(session, sql`select id from new_user`)}`)
}

async function hasRows(ctx: Context, statement: SQL): Promise<boolean> {
  const { rows } = await ctx.db.execute(statement)
  return rows.length > 0
}
