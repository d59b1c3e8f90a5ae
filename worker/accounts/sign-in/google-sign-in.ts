import { and, desc, eq, exists, inArray, isNotNull, isNull, not, notExists, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { insertSession, type NewSession, newSession } from '#worker/accounts/sessions/new-session.ts'
import { insertAccount } from '#worker/accounts/sign-up/insert-account.ts'
import { stopTakenOver, takenOver, takeOver } from '#worker/accounts/sign-up/take-over.ts'
import { unnamedOrganization } from '#worker/accounts/sign-up/unnamed-organization.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import {
  createGoogleAttempt,
  fetchGoogleProfile,
  type GoogleAttempt,
  GoogleFailed,
  type GoogleProfile,
  googleSignInUrl,
} from '#worker/services/google.ts'
import { encryptGoogleLinked, googleLinked } from './google-linked.ts'
import { assertEnabled, type PendingSignIn, pendingCode } from './sign-in.ts'

function connectionOf({ settings }: Context) {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = settings
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) {
    throw new AppError('NOT_CONFIGURED', { message: "Google sign-in isn't configured." })
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

/** With `asksForAccount`, Google shows its account chooser instead of passing a signed-in person on. */
export async function beginGoogleSignIn(
  ctx: Context,
  options: { asksForAccount?: boolean } = {},
): Promise<{ url: string; attempt: GoogleAttempt }> {
  const attempt = createGoogleAttempt()
  const url = await askGoogle(googleSignInUrl(connectionOf(ctx), attempt, redirectUriOf(ctx), options))
  return { url, attempt }
}

const fetchPerson = (ctx: Context, code: string, attempt: GoogleAttempt) =>
  askGoogle(fetchGoogleProfile(connectionOf(ctx), attempt, { code, redirectUri: redirectUriOf(ctx) }))

/** Like `confirmPassword`, for the account's Google account. Returns false for any other one. */
export async function confirmWithGoogle(
  ctx: Context,
  { code, attempt }: { code: string; attempt: GoogleAttempt },
  sid: string,
): Promise<boolean> {
  const { sub } = await fetchPerson(ctx, code, attempt)
  const owner = ctx.db.select({ id: users.id }).from(users).where(eq(users.googleSub, sub))
  const confirmed = await ctx.db
    .update(sessions)
    .set({ confirmedAt: now })
    .where(and(eq(sessions.sid, sid), inArray(sessions.userId, owner)))
    .returning({ sid: sessions.sid })
  return confirmed.length > 0
}

/**
 * Finds the account by Google's `sub`, then by address, or creates one. The last two require an address that Google has
 * verified. Throws NOT_CONFIGURED, GOOGLE_SIGN_IN_FAILED, ACCOUNT_DISABLED.
 */
export async function finishGoogleSignIn(
  ctx: Context,
  { code, attempt }: { code: string; attempt: GoogleAttempt },
  userAgent: string | undefined,
): Promise<{ sid: string } | { pending: PendingSignIn }> {
  const person = await fetchPerson(ctx, code, attempt)
  await assertAccountEnabled(ctx, person)
  const session = newSession(userAgent)
  const found =
    (await openKnown(ctx, person, session)) ??
    (person.isEmailVerified
      ? ((await openNew(ctx, person, session)) ??
        (await openUnproven(ctx, person, session)) ??
        (await openKnown(ctx, person, session)))
      : undefined)
  if (found) return found.needsCode ? { pending: pendingCode(found) } : { sid: session.sid }
  const linkable = person.isEmailVerified ? await findLinkable(ctx, person.email) : undefined
  if (!linkable) throw new AppError('GOOGLE_SIGN_IN_FAILED')
  return { pending: { ...pendingCode(linkable), step: 'password', googleSub: person.sub } }
}

async function assertAccountEnabled(
  ctx: Context,
  { sub, email, isEmailVerified }: GoogleProfile,
): Promise<void> {
  const isTheirs = or(eq(users.googleSub, sub), isEmailVerified ? eq(users.email, email) : undefined)
  const [account] = await ctx.db
    .select({ disabledAt: users.disabledAt, disabledReason: users.disabledReason })
    .from(users)
    .where(isTheirs)
    .orderBy(desc(sql`${users.googleSub} is not distinct from ${sub}`))
    .limit(1)
  if (account) assertEnabled(ctx, account)
}

type Opened = { id: number; password: string | null; needsCode: boolean }

/** An account with a password is linked after its owner enters the password. */
async function findLinkable({ db }: Context, email: string) {
  const [found] = await db
    .select({ id: users.id, password: users.password })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.password), isNull(users.googleSub)))
  return found
}

/** With two-factor sign-in no session is opened: Google doesn't say whether it asked for a second factor. */
async function openKnown(
  ctx: Context,
  person: GoogleProfile,
  session: NewSession,
): Promise<Opened | undefined> {
  const { db } = ctx
  const known = db.$with('known').as(
    db
      .select({ id: users.id, email: users.email, password: users.password })
      .from(users)
      .where(and(eq(users.googleSub, person.sub), isNull(users.disabledAt))),
  )
  const candidate = db.$with('candidate').as(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.email, person.email),
          sql`${person.isEmailVerified}::boolean`,
          isNull(users.googleSub),
          isNotNull(users.emailVerifiedAt),
          isNull(users.password),
          isNull(users.disabledAt),
          notExists(db.select().from(known)),
        ),
      )
      .for('update'),
  )
  const linked = db
    .$with('linked')
    .as(
      db
        .update(users)
        .set({ googleSub: person.sub })
        .from(candidate)
        .where(eq(users.id, candidate.id))
        .returning({ id: users.id, email: users.email, password: users.password }),
    )
  const owner = db.$with('owner').as(unionAll(db.select().from(known), db.select().from(linked)))
  const hasTwoFactor = exists(
    db
      .select()
      .from(twoFactors)
      .where(and(sql`${twoFactors.userId} = "owner"."id"`, isNotNull(twoFactors.enabledAt))),
  )
  const ready = db
    .$with('ready')
    .as(db.select({ id: owner.id, email: owner.email }).from(owner).where(not(hasTwoFactor)))
  const opened = insertSession(ctx, session, ready, 'google')
  const linkAudit = googleLinked(ctx, linked)
  const [found] = await db
    .with(known, candidate, linked, owner, ready, ...opened, linkAudit)
    .select({ id: owner.id, password: owner.password, needsCode: sql<boolean>`${hasTwoFactor}` })
    .from(owner)
  return found
}

/** Someone else may have made the account, so its owner starts without its password, and in a new organization. */
async function openUnproven(
  ctx: Context,
  { email, sub }: GoogleProfile,
  session: NewSession,
): Promise<Opened | undefined> {
  const { db } = ctx
  const isUnproven = and(
    eq(users.email, email),
    isNull(users.googleSub),
    isNull(users.emailVerifiedAt),
    isNull(users.disabledAt),
  )
  const unproven = db.select({ id: users.id }).from(users).where(isUnproven)
  const owner = db
    .$with('owner')
    .as(
      db
        .update(users)
        .set({ googleSub: sub, password: null, phoneNumber: null, emailVerifiedAt: now })
        .where(isUnproven)
        .returning({ id: users.id, email: users.email }),
    )
  const { parts } = insertOrganization(ctx, { ...unnamedOrganization(email), owner })
  const opened = insertSession(ctx, session, owner, 'google')
  const audit = takenOver(ctx, owner)
  const notice = await encryptGoogleLinked(ctx, email)
  const newEmail = db.$with('new_email').as(insertEmail(db, notice, owner))
  const [, stopped, deletedTokens, revokedKeys, , , , , , , [found]] = await db.batch([
    ...takeOver(ctx, unproven),
    db
      .with(owner, ...parts, ...opened, audit, newEmail)
      .select()
      .from(owner),
  ])
  if (!found) return undefined
  await stopTakenOver(ctx, { stopped, deletedTokens, revokedKeys })
  sendAfterResponse(ctx, notice.key)
  return { id: found.id, password: null, needsCode: false }
}

async function openNew(
  ctx: Context,
  { email, sub }: GoogleProfile,
  session: NewSession,
): Promise<Opened | undefined> {
  const { db } = ctx
  const { newUser, parts } = insertAccount(ctx, { email, googleSub: sub })
  const opened = insertSession(ctx, session, newUser, 'google')
  const [created] = await db
    .with(...parts, ...opened)
    .select()
    .from(newUser)
  return created && { id: created.id, password: null, needsCode: false }
}
