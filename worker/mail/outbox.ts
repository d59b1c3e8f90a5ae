import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type SendOutcome, sendWithResend } from '#worker/clients/resend.ts'
import type { Context } from '#worker/context.ts'
import type { Mail, SealedMail } from './mail.ts'
import { seal, unseal } from './seal.ts'

/** How long a sender has a mail to itself; longer than the mail service is waited for. */
const LEASE = '60 seconds'
/** The links in older mails are dead. */
const LIFE = '24 hours'
/** Whether a mail is too old to be of use, as the condition of a statement. */
export const isTooOld = sql`created_at < now() - ${LIFE}::interval`
const BACKOFF_MINUTES = [1, 2, 5, 15, 60] as const

const claimedSchema = z.object({
  id: z.number(),
  key: z.string(),
  sealed: z.string(),
  attempts: z.number(),
})
type Claimed = z.infer<typeof claimedSchema>

/** What became of one mail; `none`: there was none to send; `paused`: the mail service asks to be left alone. */
type Sending = 'sent' | 'dropped' | 'later' | 'paused' | 'none'

/** Encrypts a mail, so that it can wait in the database. */
export const sealMail = (ctx: Context, mail: Mail): Promise<SealedMail> =>
  seal(ctx.settings.SESSION_KEYS, mail)

/**
 * The insert of a mail, as a statement or as a part of a larger one; it returns `id`. With `when`, only if that is
 * true. A mail whose key is there already stays as it is.
 */
export const mailPart = ({ key, sealed }: SealedMail, when?: SQL): SQL => sql`
  insert into mails (idempotency_key, sealed)
  select ${key}::text, ${sealed}::text ${when ? sql`where ${when}` : sql``}
  on conflict (idempotency_key) do nothing
  returning id`

/** Sends the mail of that key after the answer, if it is there; what fails waits for the cron. */
export function sendSoon(ctx: Context, key: string): void {
  ctx.waitUntil(sendOne(ctx, sql`idempotency_key = ${key}`))
}

/** Sends the mail that has been due longest. */
export const sendNextDue = (ctx: Context): Promise<Sending> => sendOne(ctx, sql`true`)

async function sendOne(ctx: Context, which: SQL): Promise<Sending> {
  const { RESEND_API_KEY: apiKey, RESEND_URL: url, MAIL_FROM: from, SESSION_KEYS } = ctx.settings
  if (!apiKey) return 'none'
  const claimed = await claim(ctx, which)
  if (!claimed) return 'none'
  const mail = await unseal(SESSION_KEYS, claimed)
  const outcome: SendOutcome = mail
    ? await sendWithResend({ apiKey, url, from }, mail)
    : { kind: 'refused', reason: 'it cannot be opened any more' }
  return settle(ctx, claimed, outcome)
}

/** Takes a mail that is due for this sender alone, for the time of the lease. */
async function claim(ctx: Context, which: SQL): Promise<Claimed | undefined> {
  const { rows } = await ctx.db.execute(sql`
    update mails set attempts = attempts + 1, next_attempt_at = now() + ${LEASE}::interval
     where id = (
       select id from mails
        where ${which} and next_attempt_at <= now() and not (${isTooOld})
        order by next_attempt_at
        limit 1
          for update skip locked
     )
    returning id, idempotency_key as key, sealed, attempts`)
  return claimedSchema.optional().parse(rows[0])
}

async function settle(ctx: Context, { id, key, attempts }: Claimed, outcome: SendOutcome): Promise<Sending> {
  const [event] = key.split('/')
  if (outcome.kind === 'later') {
    const seconds = outcome.afterSeconds ?? backoff(attempts)
    await ctx.db.execute(sql`
      update mails set next_attempt_at = now() + ${`${seconds} seconds`}::interval
       where id = ${id} and attempts = ${attempts}`)
    log('warn', 'mail not sent yet', {
      requestId: ctx.requestId,
      event,
      reason: outcome.reason,
      attempts,
      seconds,
    })
    return outcome.afterSeconds === undefined ? 'later' : 'paused'
  }
  await ctx.db.execute(sql`delete from mails where id = ${id}`)
  if (outcome.kind === 'sent') return 'sent'
  log('error', 'mail dropped', { requestId: ctx.requestId, event, reason: outcome.reason })
  return 'dropped'
}

/** Seconds until the next attempt. */
const backoff = (attempts: number) =>
  60 * (BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? BACKOFF_MINUTES[0])

/** Never the address, the subject or the text. */
function log(level: 'warn' | 'error', what: string, facts: Record<string, unknown>): void {
  console[level](JSON.stringify({ level, what, ...facts }))
}
