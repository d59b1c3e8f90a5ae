import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { PendingSignIn } from '#worker/accounts/contract.ts'
import { insertSession, type OpenedSession } from '#worker/accounts/sessions/insert-session.ts'
import { insertAccount, insertFirstOrganization } from '#worker/accounts/sign-up/insert-account.ts'
import { isEnabledFor } from '#worker/accounts/two-factor/second-factor.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { lockUser } from '#worker/locks.ts'
import {
  createGoogleAttempt,
  fetchGoogleProfile,
  type GoogleAttempt,
  GoogleFailed,
  type GoogleProfile,
  googleSignInUrl,
} from '#worker/services/google.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { assertEnabled, pendingCode } from './sign-in.ts'

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

export type GoogleConfirmation = 'google' | 'code' | 'failed'

/** Only for an account without a password: this browser may be signed in to Google, too, while its owner is away. */
export async function confirmWithGoogle(
  ctx: Context,
  { code, attempt }: { code: string; attempt: GoogleAttempt },
  sid: string,
): Promise<GoogleConfirmation> {
  const { sub } = await fetchPerson(ctx, code, attempt)
  return inTransaction(ctx, async (tx) => {
    const [owner] = await lockUser(tx, eq(users.googleSub, sub))
    const isTheirs = owner && and(eq(sessions.sid, sid), eq(sessions.userId, owner.id))
    if (!isTheirs || owner.password !== null || (await tx.$count(sessions, isTheirs)) === 0) return 'failed'
    if ((await tx.$count(twoFactors, isEnabledFor(owner.id))) > 0) return 'code'
    await tx.update(sessions).set({ confirmedAt: now }).where(isTheirs)
    return 'google'
  })
}

export async function finishGoogleSignIn(
  ctx: Context,
  { code, attempt }: { code: string; attempt: GoogleAttempt },
): Promise<OpenedSession | { pending: PendingSignIn }> {
  const person = await fetchPerson(ctx, code, attempt)
  const entered = await enter(ctx, person)
  if (entered) return entered
  const linkable = person.isEmailVerified ? await findLinkable(ctx, person.email) : undefined
  if (!linkable) throw new AppError('GOOGLE_SIGN_IN_FAILED')
  assertEnabled(ctx, linkable)
  return { pending: { ...pendingCode(linkable), step: 'password', googleSub: person.sub } }
}

async function findLinkable({ db }: Context, email: string) {
  const [found] = await db
    .select(pick(users, 'id', 'password', 'disabledAt', 'disabledReason'))
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.password), isNull(users.googleSub)))
  return found
}

/** With two-factor sign-in no session is opened: Google doesn't say whether it asked for a second factor. */
const enter = (
  ctx: Context,
  person: GoogleProfile,
): Promise<OpenedSession | { pending: PendingSignIn } | undefined> =>
  inTransaction(ctx, async (tx) => {
    const linked = await findLinked(tx, person)
    if (!linked && !person.isEmailVerified) return undefined
    const user = linked ?? (await create(tx, person)) ?? (await findLinked(tx, person))
    if (!user) return undefined
    assertEnabled(ctx, user)
    const needsCode = (await tx.$count(twoFactors, isEnabledFor(user.id))) > 0
    if (needsCode) return { pending: pendingCode(user) }
    return {
      sid: await insertSession(tx, user, 'google', { isFirst: !linked }),
      userId: user.id,
    }
  })

async function findLinked(tx: Transaction, { sub }: GoogleProfile) {
  const [user] = await lockUser(tx, eq(users.googleSub, sub))
  return user
}

async function create(tx: Transaction, { email, sub }: GoogleProfile) {
  const user = await insertAccount(tx, { email, googleSub: sub })
  if (user) await insertFirstOrganization(tx, user)
  return user
}
