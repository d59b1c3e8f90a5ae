import { and, eq, gt, inArray, lt, notExists, type SQL } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { supportMessages, supportRequests } from '#db/schema/index.ts'
import { now, secondsAgo } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Email } from '#worker/mail/email.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { MAX_MESSAGES, REPEAT_SECONDS, type SupportState } from './contract.ts'

type Addition = {
  message: { author: 'user'; text: string } | { author: 'support'; answeredBy: number; text: string }
  /** Of the request, from then on. */
  state: SupportState | SQL<SupportState>
  email: Email
}

/**
 * Stores the message with its email. The same text of the same author again within 10 minutes changes nothing. Throws
 * SUPPORT_REQUEST_NOT_FOUND, SUPPORT_REQUEST_FULL.
 */
export async function addMessage(
  ctx: Context,
  isRequest: SQL | undefined,
  { message, state, email }: Addition,
): Promise<void> {
  const { db } = ctx
  const encrypted = await encryptEmail(ctx, email)
  const repeated = db
    .select({ id: supportMessages.id })
    .from(supportMessages)
    .innerJoin(supportRequests, eq(supportRequests.id, supportMessages.requestId))
    .where(
      and(
        isRequest,
        eq(supportMessages.author, message.author),
        eq(supportMessages.text, message.text),
        gt(supportMessages.createdAt, secondsAgo(REPEAT_SECONDS)),
      ),
    )
    .limit(1)
  const messageCount = db.$count(supportMessages, eq(supportMessages.requestId, supportRequests.id))
  const added = db.$with('added').as(
    insertFrom(db, supportMessages, { requestId: supportRequests.id, ...message }, (values) =>
      db
        .select(values)
        .from(supportRequests)
        .where(and(isRequest, notExists(repeated), lt(messageCount, MAX_MESSAGES))),
    ).returning({ requestId: supportMessages.requestId }),
  )
  const changed = db.$with('changed').as(
    db
      .update(supportRequests)
      .set({ state, updatedAt: now })
      .where(inArray(supportRequests.id, db.select({ id: added.requestId }).from(added)))
      .returning({ reference: supportRequests.reference, userId: supportRequests.userId }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'support.replied',
      // Users see the entries of their account, but not who answered.
      accountId: message.author === 'user' ? changed.userId : undefined,
      subject: changed.reference,
    },
    changed,
  )
  const newEmail = db.$with('new_email').as(insertEmail(db, encrypted, added))
  const [[request], [earlier], [addition]] = await db.batch([
    db.select({ id: supportRequests.id }).from(supportRequests).where(isRequest).for('no key update'),
    repeated,
    db.with(added, changed, audit, newEmail).select({ requestId: added.requestId }).from(added),
  ])
  if (!request) throw new AppError('SUPPORT_REQUEST_NOT_FOUND')
  if (addition) sendAfterResponse(ctx, encrypted.key)
  else if (!earlier) throw new AppError('SUPPORT_REQUEST_FULL')
}
