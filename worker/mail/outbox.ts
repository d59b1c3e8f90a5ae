import { and, type Column, eq, lte, not, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { insertFrom } from '#db/insert-from.ts'
import { mails } from '#db/schema/index.ts'
import { now, secondsAgo, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { logLine } from '#worker/lib/log.ts'
import { type SendOutcome, sendWithResend } from '#worker/services/resend.ts'
import type { Transaction } from '#worker/transaction.ts'
import { decryptEmail, type Email, type EncryptedEmail, encryptEmail as encryptWithKeys } from './email.ts'
import { withOrigin } from './layout.ts'

/** How long a sender holds an email; longer than Resend's timeout. */
const CLAIM_SECONDS = 60
/** Every link in an email has expired by then. */
const LIFE_SECONDS = 86_400
export const isTooOld = sql`${mails.createdAt} < ${secondsAgo(LIFE_SECONDS)}`
const BACKOFF_MINUTES = [1, 2, 5, 15, 60] as const

type Claimed = EncryptedEmail & { id: number; attempts: number }

type SendResult = 'sent' | 'dropped' | 'later' | 'paused' | 'none'

export const encryptEmail = (ctx: Context, email: Email): Promise<EncryptedEmail> =>
  encryptWithKeys(ctx.settings.EMAIL_KEYS, withOrigin(email, ctx.settings.APP_ORIGIN))

/** Sends the email after the commit; a cron job tries again. An email whose key exists isn't sent again. */
export async function queueEmail(tx: Transaction, email: Email): Promise<void> {
  const { key, encrypted } = await encryptEmail(tx.ctx, email)
  await tx
    .insert(mails)
    .values({ idempotencyKey: key, encrypted })
    .onConflictDoNothing({ target: mails.idempotencyKey })
  tx.afterCommit(() => sendAfterResponse(tx.ctx, key))
}

/** Inserts one email per row of `source`, unless its key exists. */
export const insertEmail = (
  db: Db,
  { key, encrypted }: EncryptedEmail,
  source: WithSubquery | PgTable,
  condition?: SQL,
) =>
  insertFrom(db, mails, { idempotencyKey: key, encrypted }, (values) =>
    db.select(values).from(source).where(condition),
  ).onConflictDoNothing({ target: mails.idempotencyKey })

/** `reference` joins an email to the row that it reports. */
export type EmailRow = EncryptedEmail & { reference: string }

/** A CTE with one row per email, for a statement that inserts many. */
export const emailRows = (db: Db, emails: readonly EmailRow[]) =>
  db
    .$with('email_rows', {
      reference: sql<string>`email_reference`.as('email_reference'),
      key: sql<string>`email_key`.as('email_key'),
      encrypted: sql<string>`email_encrypted`.as('email_encrypted'),
    })
    .as(sql`
      select * from jsonb_to_recordset(${JSON.stringify(
        emails.map(({ reference, key, encrypted }) => ({
          email_reference: reference,
          email_key: key,
          email_encrypted: encrypted,
        })),
      )}::jsonb) as (email_reference text, email_key text, email_encrypted text)`)

/** A CTE that inserts the rows whose `reference` is in `column`, of `source`. */
export const insertEmails = (
  db: Db,
  rows: ReturnType<typeof emailRows>,
  source: WithSubquery,
  column: Column,
) =>
  db.$with('inserted_emails').as(
    insertFrom(db, mails, { idempotencyKey: sql`${rows.key}`, encrypted: sql`${rows.encrypted}` }, (values) =>
      db.select(values).from(rows).innerJoin(source, eq(column, rows.reference)),
    )
      .onConflictDoNothing({ target: mails.idempotencyKey })
      .returning({ id: mails.id }),
  )

export function sendAfterResponse(ctx: Context, key: string): void {
  ctx.waitUntil(sendOne(ctx, eq(mails.idempotencyKey, key)))
}

export const sendNextDue = (ctx: Context): Promise<SendResult> => sendOne(ctx)

async function sendOne(ctx: Context, filter?: SQL): Promise<SendResult> {
  const { RESEND_API_KEY: apiKey, RESEND_URL: url, MAIL_FROM: from, EMAIL_KEYS } = ctx.settings
  if (!apiKey) return 'none'
  const claimed = await claim(ctx, filter)
  if (!claimed) return 'none'
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
    .orderBy(mails.nextAttemptAt)
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
    return outcome.afterSeconds === undefined ? 'later' : 'paused'
  }
  await ctx.db.delete(mails).where(eq(mails.id, id))
  if (outcome.kind === 'sent') return 'sent'
  logLine('error', 'email dropped', { requestId: ctx.requestId, event, reason: outcome.reason })
  return 'dropped'
}

const backoff = (attempts: number) =>
  60 * (BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? BACKOFF_MINUTES[0])
