import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLogs, openWorker, times } from '#tests/worker/harness.ts'
import { whileLocked } from '#tests/worker/overlap.ts'
import { type Context, createContext } from '#worker/context.ts'
import { sendEmails } from '#worker/jobs/send-emails.ts'
import { encryptEmail } from '#worker/mail/email.ts'
import { withOrigin } from '#worker/mail/layout.ts'
import { queueEmail, queueEmails, sendAfterResponse, sendNextDue } from '#worker/mail/outbox.ts'
import { invitationEmail, verificationEmail } from '#worker/mail/templates.ts'
import type { Email } from '#worker/services/resend.ts'
import { inTransaction } from '#worker/transaction.ts'

let made = 0

const worker = await openWorker('mail')

beforeEach(async () => {
  await worker.sql`delete from mails`
  await worker.fakes.reset(worker.namespace)
})

afterEach(() => vi.restoreAllMocks())

type Row = { key: string; sealed: string; attempts: number; waits: number }

/** `waits` is in seconds. */
const readOutbox = () =>
  worker.sql<Row>`select idempotency_key as key, sealed, attempts,
            round(extract(epoch from next_attempt_at - now()))::int as waits
       from mails order by id`
const makeDue = () => worker.sql`update mails set next_attempt_at = now() - interval '1 second'`
const setFault = (
  mode: 'fail' | 'hang' | 'garbage' | 'reset',
  more: { times?: number; after?: boolean } = {},
) => worker.fault({ service: 'mail', mode, ...more })
const clearFaults = () => worker.clearFaults('mail')
const resendCalls = async () => (await worker.fakes.counts(worker.namespace)).mail.trips

/** `settle` waits for the work after the response. */
function request(settings: Record<string, string> = {}) {
  const works: Promise<unknown>[] = []
  const env = Object.keys(settings).length > 0 ? { ...worker.settings, ...settings } : worker.settings
  const ctx = createContext(env, crypto.randomUUID(), (work) => works.push(work))
  return { ctx, settle: () => Promise.all(works) }
}

const cron = (settings?: Record<string, string>) => sendEmails(request(settings).ctx)

function createEmail(to?: string): Email {
  const id = `${++made}-${crypto.randomUUID()}`
  return verificationEmail({
    key: `verification/${id}`,
    to: to ?? `person-${id}@example.test`,
    link: `http://localhost/verify#email=a%40b.test&token=${id}`,
  })
}

async function enqueue(ctx: Context, email: Email): Promise<Email> {
  await inTransaction(ctx, (tx) => queueEmails(tx, [email]))
  return email
}
async function enqueueMany(ctx: Context, count: number): Promise<Email[]> {
  const emails = Array.from({ length: count }, () => createEmail())
  await inTransaction(ctx, (tx) => queueEmails(tx, emails))
  return emails
}

async function sendNow(email = createEmail(), settings: Record<string, string> = {}) {
  const { ctx, settle } = request(settings)
  await enqueue(ctx, email)
  sendAfterResponse(ctx, email.key)
  await settle()
  return email
}

const inbox = ({ to }: Email) => worker.fakes.mailbox(to)

function mockResendOnce(status: number, body: unknown, headers: Record<string, string> = {}) {
  const real = globalThis.fetch
  let isOver = false
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (isOver || !String(input).endsWith('/emails')) return real(input, init)
    isOver = true
    return Promise.resolve(Response.json(body, { status, headers }))
  })
}

/** Only so many emails within a second, as Resend's rate limit. */
function mockResendRate(limit: number) {
  const real = globalThis.fetch
  let sent: number[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).endsWith('/emails')) return real(input, init)
    sent = sent.filter((at) => at > Date.now() - 1000)
    if (sent.length < limit) {
      sent.push(Date.now())
      return real(input, init)
    }
    const body = { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests' }
    return Promise.resolve(Response.json(body, { status: 429, headers: { 'retry-after': '1' } }))
  })
}

describe('sending', () => {
  it('sends an email unchanged after the response, with any name in it, and deletes its row', async () => {
    const id = crypto.randomUUID()
    const email = await sendNow(
      invitationEmail({
        key: `invitation/${id}`,
        to: `${id}@example.test`,
        organizationName: 'Ünïcødé 株式会社 👩‍💻 <b>',
        inviterEmail: 'bob@example.test',
        role: 'manager',
        link: 'https://app.example.test/verify',
      }),
    )
    const { subject, text, html } = withOrigin(email, 'http://localhost')
    expect(html).toContain('<a href="http://localhost/privacy"')
    expect(text).toContain('Terms: http://localhost/terms')
    const from = 'Tinproof <no-reply@tinproof.test>'
    expect(await inbox(email)).toMatchObject([{ from, subject, text, html }])
    expect(await readOutbox()).toEqual([])
  })

  it('sends an email once when request and cron race for it', async () => {
    const { ctx, settle } = request()
    const email = await enqueue(ctx, createEmail())
    for (let sender = 0; sender < 5; sender++) sendAfterResponse(ctx, email.key)
    await Promise.all([settle(), cron(), cron(), cron()])
    expect(await resendCalls()).toBe(1)
    expect(await inbox(email)).toHaveLength(1)
  })

  it('passes over an email that another sender has locked', async () => {
    const [first, second] = await enqueueMany(request().ctx, 2)
    const isFirst = `mails where idempotency_key = '${first?.key}'`
    expect(await whileLocked(worker, isFirst, cron)).toEqual({ sent: 1, later: 0, dropped: 0 })
    expect(second && (await inbox(second))).toHaveLength(1)
  })

  it('keeps the first email with a key, and none of a transaction that fails', async () => {
    const { ctx, settle } = request()
    const first = await enqueue(ctx, createEmail())
    const lost = createEmail()
    await inTransaction(ctx, (tx) => queueEmail(tx, { ...first, subject: 'Another one' }))
    const failing = inTransaction(ctx, async (tx) => {
      await queueEmail(tx, lost)
      throw new Error('The change failed')
    })
    await expect(failing).rejects.toThrow('The change failed')
    await settle()
    expect(await inbox(first)).toMatchObject([{ subject: first.subject }])
    expect([await inbox(lost), await readOutbox()]).toEqual([[], []])
  })
})

describe('when the email service fails', () => {
  for (const mode of ['fail', 'reset', 'garbage', 'hang'] as const)
    it(`keeps the email on ${mode}, and cron sends it later`, {
      tags: mode === 'hang' ? ['deep'] : [],
    }, async () => {
      const lines = captureLogs()
      await setFault(mode)
      const email = await sendNow()
      const [row] = await readOutbox()
      expect(row).toMatchObject({ key: email.key, attempts: 1 })
      expect(row?.waits).toBeGreaterThan(50)
      expect(lines.join()).not.toContain(email.to)

      await clearFaults()
      expect(await cron(), 'not due yet').toEqual({ sent: 0, later: 0, dropped: 0 })
      await makeDue()
      expect(await cron()).toEqual({ sent: 1, later: 0, dropped: 0 })
      expect(await inbox(email)).toHaveLength(1)
      expect(await readOutbox()).toEqual([])
    })

  it('delivers once if only the response was lost', async () => {
    captureLogs()
    await setFault('fail', { times: 1, after: true })
    const email = await sendNow()
    await makeDue()
    expect(await cron()).toEqual({ sent: 1, later: 0, dropped: 0 })
    expect(await resendCalls()).toBe(2)
    expect(await inbox(email)).toHaveLength(1)
  })

  it('reserves an email for its sender for a minute', async () => {
    const { ctx, settle } = request()
    const email = await enqueue(ctx, createEmail())
    await worker.sql`update mails set attempts = 1, next_attempt_at = now() + interval '60 seconds'`
    sendAfterResponse(ctx, email.key)
    await settle()
    expect((await cron()).sent).toBe(0)
    expect(await resendCalls()).toBe(0)
    await makeDue()
    expect((await cron()).sent).toBe(1)
  })

  it('retries after 1, 2, 5, 15 and 60 minutes', async () => {
    captureLogs()
    await setFault('fail')
    await enqueue(request().ctx, createEmail())
    const pauses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      await makeDue()
      await cron()
      pauses.push(Math.round(((await readOutbox())[0]?.waits ?? 0) / 60))
    }
    expect(pauses).toEqual([1, 2, 5, 15, 60, 60])
  })

  it('stops a cron run after three failures in a row', async () => {
    captureLogs()
    await setFault('fail')
    const { ctx } = request()
    await enqueueMany(ctx, 6)
    expect(await cron()).toEqual({ sent: 0, later: 3, dropped: 0 })
    expect((await readOutbox()).filter(({ attempts }) => attempts === 0)).toHaveLength(3)
  })

  it('waits as long as a 429 asks', async () => {
    captureLogs()
    mockResendOnce(
      429,
      { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests' },
      { 'retry-after': '17' },
    )
    const { ctx } = request()
    await enqueueMany(ctx, 2)
    expect(await cron()).toEqual({ sent: 0, later: 1, dropped: 0 })
    const waits = (await readOutbox()).map((row) => row.waits).sort((a, b) => a - b)
    expect(waits[1]).toBeGreaterThan(10)
    expect(waits[1]).toBeLessThanOrEqual(17)
    await makeDue()
    expect((await cron()).sent).toBe(2)
  })

  it('then sends what a request queued before many others that were queued earlier', async () => {
    captureLogs()
    const { ctx } = request()
    await enqueueMany(ctx, 3)
    await makeDue()
    mockResendOnce(429, {}, { 'retry-after': '1' })
    const email = await sendNow()
    await worker.sql`update mails set next_attempt_at = now() where idempotency_key = ${email.key}`
    expect(await sendNextDue(ctx)).toEqual({ kind: 'sent' })
    expect(await inbox(email)).toHaveLength(1)
  })

  it('continues after a pause of a second', { tags: 'deep' }, async () => {
    captureLogs()
    mockResendRate(2)
    await enqueueMany(request().ctx, 5)
    expect(await cron()).toEqual({ sent: 5, later: 2, dropped: 0 })
  })

  it('ends a cron run after three pauses in a row', { tags: 'deep' }, async () => {
    captureLogs()
    mockResendRate(0)
    await enqueueMany(request().ctx, 5)
    expect(await cron()).toEqual({ sent: 0, later: 3, dropped: 0 })
  })

  it('keeps emails while the API key or sender is refused, and sends them once it is fixed', async () => {
    const lines = captureLogs()
    const email = await sendNow(createEmail(), { RESEND_API_KEY: 'wrong' })
    expect(await readOutbox()).toMatchObject([{ key: email.key }])
    mockResendOnce(422, { statusCode: 422, name: 'validation_error', message: 'Invalid `from` field.' })
    await makeDue()
    await cron()
    expect(await readOutbox()).toMatchObject([{ key: email.key, attempts: 2 }])
    expect(lines.join()).toContain('400 validation_error')
    await makeDue()
    expect((await cron()).sent).toBe(1)
  })

  it('keeps emails while no API key is set', async () => {
    const email = await sendNow(createEmail(), { RESEND_API_KEY: '' })
    expect(await cron({ RESEND_API_KEY: '' })).toEqual({ sent: 0, later: 0, dropped: 0 })
    expect(await readOutbox()).toMatchObject([{ key: email.key, attempts: 0 }])
    expect((await cron()).sent).toBe(1)
  })
})

describe('emails that cannot be sent', () => {
  it('are dropped if the address is refused, without logging it', async () => {
    const lines = captureLogs()
    await sendNow(createEmail('nobody at all'))
    expect(await readOutbox()).toEqual([])
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      what: 'email dropped',
      event: 'verification',
      reason: '422 validation_error',
    })
    expect(lines[0]).not.toContain('nobody')
  })

  it('are dropped if another email was sent under their key', async () => {
    const lines = captureLogs()
    const email = await sendNow()
    await sendNow({ ...email, subject: 'Another one' })
    expect(await readOutbox()).toEqual([])
    expect(await inbox(email)).toHaveLength(1)
    expect(lines.join()).toContain('409 invalid_idempotent_request')
  })

  it('are dropped after 7 days, and support gets an email', { tags: 'deep' }, async () => {
    const lines = captureLogs()
    const { ctx, settle } = request()
    const [old, young] = [await enqueue(ctx, createEmail()), await enqueue(ctx, createEmail())]
    await worker.sql`update mails set created_at = now() -
         case idempotency_key when ${old.key} then interval '7 days 1 minute' else interval '6 days 23 hours' end`
    sendAfterResponse(ctx, old.key)
    await settle()
    expect(await cron()).toEqual({ sent: 2, later: 0, dropped: 1 })
    expect(await inbox(old)).toEqual([])
    expect(await inbox(young)).toHaveLength(1)
    const told = (await worker.fakes.mailbox(worker.settings.SUPPORT_EMAIL ?? '')).at(-1)
    expect(told?.subject).toBe('Emails that were never sent: 1')
    expect(told?.text).toContain('verification: 1')
    expect(told?.text).not.toContain(old.to)
    expect(lines.join()).toContain('expired emails dropped')
  })

  it('are dropped 10,000 per run while newer ones are sent', { tags: 'deep' }, async () => {
    const lines = captureLogs()
    const tooOld = `insert into mails (idempotency_key, sealed, created_at, next_attempt_at)
      select 'old/' || n, 'test.A', now() - interval '8 days', now() - interval '1 hour' from generate_series(1, $1::int) n`
    await worker.sql(tooOld, [10_003])
    const young = await enqueue(request().ctx, createEmail())
    expect(await cron()).toEqual({ sent: 2, later: 0, dropped: 10_000 })
    expect(await inbox(young)).toHaveLength(1)
    expect(await cron()).toEqual({ sent: 1, later: 0, dropped: 3 })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'error', what: 'expired emails dropped', count: 10_000 },
      { level: 'error', what: 'expired emails dropped', count: 3 },
    ])
  })

  it('do not delay the others', async () => {
    captureLogs()
    const { ctx } = request()
    const rejected = await times(5, (at) => enqueue(ctx, createEmail(`bad ${at}`)))
    const email = await enqueue(ctx, createEmail())
    expect(await cron()).toEqual({ sent: 1, later: 0, dropped: rejected.length })
    expect(await inbox(email)).toHaveLength(1)
  })
})

describe('stored emails', () => {
  it('contain no link, token or address in plain text, and differ each time', async () => {
    const email = await enqueue(request().ctx, createEmail())
    const [whole] = await worker.sql<{ text: string }>`select mails::text as text from mails`
    for (const secret of [email.to, email.subject, 'verify#', 'token=', 'http'])
      expect(whole?.text).not.toContain(secret)
    const [row] = await readOutbox()
    const bytes = Buffer.from(row?.sealed.split('.')[1] ?? '', 'base64url').toString('latin1')
    expect(bytes).not.toContain('token')
    const { ctx } = request()
    const { EMAIL_KEYS } = ctx.settings
    const [one, two] = [await encryptEmail(EMAIL_KEYS, email), await encryptEmail(EMAIL_KEYS, email)]
    expect(one.encrypted).not.toBe(two.encrypted)
  })

  const NEW_KEY = `new:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`

  it('decrypts older emails with older keys', async () => {
    const email = await enqueue(request().ctx, createEmail())
    const rotated = { EMAIL_KEYS: `${NEW_KEY},${worker.settings.EMAIL_KEYS}` }
    const newer = await enqueue(request(rotated).ctx, createEmail())
    expect((await readOutbox()).map(({ sealed }) => sealed.split('.')[0])).toEqual(['test', 'new'])
    expect((await cron(rotated)).sent).toBe(2)
    for (const one of [email, newer]) expect(await inbox(one)).toHaveLength(1)
  })

  it('drops and logs an email whose key was removed', async () => {
    const lines = captureLogs()
    const email = await enqueue(request().ctx, createEmail())
    expect(await cron({ EMAIL_KEYS: NEW_KEY })).toEqual({ sent: 0, later: 0, dropped: 1 })
    expect(await readOutbox()).toEqual([])
    expect(await inbox(email)).toEqual([])
    expect(lines.join()).toContain('cannot be decrypted')
  })

  it('sends no email that was changed or moved to another row', async () => {
    captureLogs()
    const { ctx } = request()
    const one = await enqueue(ctx, createEmail())
    const [two, three] = await enqueueMany(ctx, 2)
    await worker.sql`update mails set sealed = case idempotency_key
          when ${two?.key} then (select sealed from mails where idempotency_key = ${one.key})
          when ${three?.key} then 'test.' || repeat('A', 80)
          else sealed end`
    expect(await cron()).toEqual({ sent: 1, later: 0, dropped: 2 })
    expect(await inbox(one)).toHaveLength(1)
  })
})
