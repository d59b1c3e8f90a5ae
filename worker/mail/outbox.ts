import { and, desc, eq, lte, not, type SQL, sql } from 'drizzle-orm'
import { mails } from '#db/schema/index.ts'
import { now, secondsAgo, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { logLine } from '#worker/lib/log.ts'
import { type Email, type SendOutcome, sendWithResend } from '#worker/services/resend.ts'
import type { Transaction } from '#worker/transaction.ts'
import { decryptEmail, type EncryptedEmail, encryptEmail } from './email.ts'
import { withOrigin } from './layout.ts'

/** How long a sender holds an email; longer than Resend's timeout. */
const CLAIM_SECONDS = 60
const LIFE_SECONDS = 7 * 86_400
export const isTooOld = sql`${mails.createdAt} < ${secondsAgo(LIFE_SECONDS)}`
const BACKOFF_MINUTES = [1, 2, 5, 15, 60] as const

type Claimed = EncryptedEmail & { id: number; attempts: number }

type SendResult = { kind: 'sent' | 'dropped' | 'none' } | { kind: 'later'; pauseSeconds?: number }

/** Sends the email after the commit; a cron job tries again. An email whose key exists isn't sent again. */
export async function queueEmail(tx: Transaction, ...emails: readonly Email[]): Promise<void> {
  await queueEmails(tx, emails)
  tx.afterCommit(() => {
    for (const { key } of emails) sendAfterResponse(tx.ctx, key)
  })
}

/** For more emails than Resend accepts at once: the cron job sends them. */
export async function queueEmails(tx: Transaction, emails: readonly Email[]): Promise<void> {
  const { EMAIL_KEYS, APP_ORIGIN } = tx.ctx.settings
  const encrypted = await Promise.all(
    emails.map((email) => encryptEmail(EMAIL_KEYS, withOrigin(email, APP_ORIGIN))),
  )
  const rows = encrypted.map(({ key, encrypted }) => ({ idempotencyKey: key, encrypted }))
  if (rows.length > 0)
    await tx.insert(mails).values(rows).onConflictDoNothing({ target: mails.idempotencyKey })
}

export function sendAfterResponse(ctx: Context, key: string): void {
  ctx.waitUntil(sendNextDue(ctx, eq(mails.idempotencyKey, key)))
}

export async function sendNextDue(ctx: Context, filter?: SQL): Promise<SendResult> {
  const { RESEND_API_KEY: apiKey, RESEND_URL: url, MAIL_FROM: from, EMAIL_KEYS } = ctx.settings
  if (!apiKey) return { kind: 'none' }
  const claimed = await claim(ctx, filter)
  if (!claimed) return { kind: 'none' }
  const email = await decryptEmail(EMAIL_KEYS, claimed)
  const outcome: SendOutcome = email
    ? await sendWithResend({ apiKey, url, from }, email)
    : { kind: 'refused', reason: 'cannot be decrypted' }
  return finish(ctx, claimed, outcome)
}

async function claim(ctx: Context, filter: SQL | undefined): Promise<Claimed | undefined> {
  const next = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(filter, lte(mails.nextAttemptAt, now), not(isTooOld)))
    // One that Resend refused while the cron job sent many others may be urgent, such as a link to sign in.
    .orderBy(desc(eq(mails.attempts, 1)), mails.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await ctx.db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: secondsFromNow(CLAIM_SECONDS) })
    .where(eq(mails.id, next))
    .returning({
      id: mails.id,
      key: mails.idempotencyKey,
      encrypted: mails.encrypted,
      attempts: mails.attempts,
    })
  return claimed
}

async function finish(
  ctx: Context,
  { id, key, attempts }: Claimed,
  outcome: SendOutcome,
): Promise<SendResult> {
  const [event] = key.split('/')
  if (outcome.kind === 'later') {
    const seconds = outcome.afterSeconds ?? backoff(attempts)
    await ctx.db
      .update(mails)
      .set({ nextAttemptAt: secondsFromNow(seconds) })
      .where(and(eq(mails.id, id), eq(mails.attempts, attempts)))
    logLine('warn', 'email delayed', {
      requestId: ctx.requestId,
      event,
      reason: outcome.reason,
      attempts,
      seconds,
    })
    return { kind: 'later', ...(outcome.afterSeconds !== undefined && { pauseSeconds: seconds }) }
  }
  await ctx.db.delete(mails).where(eq(mails.id, id))
  if (outcome.kind === 'sent') return { kind: 'sent' }
  logLine('error', 'email dropped', { requestId: ctx.requestId, event, reason: outcome.reason })
  return { kind: 'dropped' }
}

const backoff = (attempts: number) =>
  60 * (BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? BACKOFF_MINUTES[0])
