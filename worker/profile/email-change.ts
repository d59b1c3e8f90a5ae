import { and, eq, gt, ne, not, or, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { emailChanges, sessions, users } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { deleteResetTokens } from '#worker/accounts/passwords/reset-tokens.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret, hashToken } from '#worker/lib/hash.ts'
import { isUniqueViolation } from '#worker/lib/outage.ts'
import { lockCaller, lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import {
  addressInUseEmail,
  confirmEmailChangeEmail,
  confirmNewEmailEmail,
  emailChangedEmail,
} from '#worker/mail/templates.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import {
  type ConfirmedEmailChange,
  EMAIL_CHANGE_LIFE_SECONDS,
  type EmailChange,
  type EmailChangeLink,
} from './contract.ts'

export async function readEmailChange(ctx: Context, userId: number): Promise<EmailChange | null> {
  const [found] = await ctx.db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now), not(wasChanged)))
  return found ? describeEmailChange(found) : null
}

const describeEmailChange = (row: typeof emailChanges.$inferSelect): EmailChange => ({
  email: row.newEmail,
  isCurrentConfirmed: row.currentConfirmedAt !== null,
  isNewConfirmed: row.newConfirmedAt !== null,
  expiresAt: row.expiresAt.toISOString(),
})

/** The row stays until the links expire, so that both still say what happened. */
const wasChanged = sql<boolean>`(${emailChanges.currentConfirmedAt} is not null
  and ${emailChanges.newConfirmedAt} is not null)`

const isUsableLink = (tokenHash: string) =>
  and(
    or(eq(emailChanges.currentToken, tokenHash), eq(emailChanges.newToken, tokenHash)),
    gt(emailChanges.expiresAt, now),
  )

async function findEmailChange(db: Queries, token: string) {
  const tokenHash = hashToken(token)
  const isCurrent = sql<boolean>`${emailChanges.currentToken} = ${tokenHash}`
  const [found] = await db
    .select({
      userId: emailChanges.userId,
      newEmail: emailChanges.newEmail,
      isCurrent,
      isConfirmed: sql<boolean>`case when ${isCurrent} then ${emailChanges.currentConfirmedAt}
        else ${emailChanges.newConfirmedAt} end is not null`,
      isChanged: wasChanged,
    })
    .from(emailChanges)
    .where(isUsableLink(tokenHash))
  if (!found) throw new AppError('EMAIL_CHANGE_INVALID')
  return found
}

/** The new address learns nothing of the current one: it may belong to somebody else. */
export async function checkEmailChange(ctx: Context, token: string): Promise<EmailChangeLink> {
  const { newEmail, isCurrent, isConfirmed, isChanged } = await findEmailChange(ctx.db, token)
  return { email: newEmail, address: isCurrent ? 'current' : 'new', isConfirmed, isChanged }
}

export const cancelEmailChange = (ctx: Context, userId: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const isPending = and(eq(emailChanges.userId, userId), not(wasChanged))
    const [canceled] = await tx.delete(emailChanges).where(isPending).returning()
    if (!canceled) return
    await audit(tx, { event: 'email_change.canceled', accountId: userId, subject: canceled.newEmail })
  })

/** The response and the statements are the same if the new address has an account. */
export async function requestEmailChange(
  ctx: Context,
  { sid, user }: { sid: string; user: { id: number } },
  newEmail: string,
): Promise<EmailChange> {
  const [current, next] = [generateSecret(), generateSecret()]
  const change = {
    newEmail,
    sid,
    currentToken: current.hash,
    newToken: next.hash,
    currentConfirmedAt: null,
    newConfirmedAt: null,
    expiresAt: secondsFromNow(EMAIL_CHANGE_LIFE_SECONDS),
  }
  const { APP_ORIGIN, SUPPORT_EMAIL: supportEmail } = ctx.settings
  const linkTo = (token: string) => `${APP_ORIGIN}/confirm-email#token=${token}`
  const key = `email-change/${randomBase62(16)}`
  const toNew = { key: `${key}-new`, to: newEmail }
  return inTransaction(ctx, async (tx) => {
    const { email } = await lockCaller(tx, user.id)
    if (newEmail === email) throw sameEmail()
    const toCurrent = { key: `${key}-current`, to: email }
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, newEmail))
    const requested = await tx
      .insert(emailChanges)
      .values({ userId: user.id, ...change })
      .onConflictDoUpdate({ target: emailChanges.userId, set: change })
      .returning()
      .then(oneRow)
    await audit(tx, { event: 'email_change.requested', accountId: user.id, subject: newEmail })
    await queueEmail(
      tx,
      confirmEmailChangeEmail({ ...toCurrent, newEmail, link: linkTo(current.secret), supportEmail }),
      account
        ? addressInUseEmail({ ...toNew, signInLink: `${APP_ORIGIN}/auth` })
        : confirmNewEmailEmail({ ...toNew, link: linkTo(next.secret) }),
    )
    return describeEmailChange(requested)
  })
}

const sameEmail = () => invalidField('email', 'This is already your email address')

export async function confirmEmailChange(ctx: Context, token: string): Promise<ConfirmedEmailChange> {
  try {
    return await inTransaction(ctx, (tx) => confirm(tx, token))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await ctx.db.delete(emailChanges).where(isUsableLink(hashToken(token)))
    throw new AppError('EMAIL_TAKEN')
  }
}

async function confirm(tx: Transaction, token: string): Promise<ConfirmedEmailChange> {
  const { userId, isCurrent, newEmail } = await findEmailChange(tx, token)
  const [user] = await lockUser(tx, eq(users.id, userId))
  if (!user) throw new AppError('EMAIL_CHANGE_INVALID')
  const address = isCurrent ? 'current' : 'new'
  const column = isCurrent ? 'currentConfirmedAt' : 'newConfirmedAt'
  const [change] = await tx
    .update(emailChanges)
    .set({ [column]: sql`coalesce(${emailChanges[column]}, ${now})` })
    .where(and(isUsableLink(hashToken(token)), not(wasChanged)))
    .returning()
  if (!change) {
    const { isChanged } = await findEmailChange(tx, token)
    return { email: newEmail, address, isChanged }
  }
  await audit(tx, {
    event: 'email_change.confirmed',
    accountId: userId,
    actor: user,
    subject: newEmail,
    after: { by: `the ${address} address` },
  })
  const isLast = change.currentConfirmedAt !== null && change.newConfirmedAt !== null
  if (isLast) await changeEmail(tx, user, change)
  return { email: newEmail, address, isChanged: isLast }
}

async function changeEmail(
  tx: Transaction,
  { id, email }: { id: number; email: string },
  { newEmail, sid }: { newEmail: string; sid: string },
): Promise<void> {
  await tx.update(users).set({ email: newEmail }).where(eq(users.id, id))
  await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.sid, sid)))
  await deleteResetTokens(tx, email)
  await audit(tx, {
    event: 'email.changed',
    accountId: id,
    actor: { id, email },
    before: { email },
    after: { email: newEmail },
  })
  const key = `email-changed/${randomBase62(16)}`
  const { SUPPORT_EMAIL: supportEmail } = tx.ctx.settings
  await queueEmail(tx, emailChangedEmail({ key, to: email, newEmail, supportEmail }))
}
