import { and, desc, eq, gt, notExists, sql } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { supportMessages, supportRequests, users } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomText } from '#worker/lib/crypto.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { supportReceivedEmail, supportRequestEmail } from '#worker/mail/support-templates.ts'
import { type Tier, tierNames } from '#worker/organizations/contract.ts'
import {
  categoryNames,
  priorityNames,
  REFERENCE_ALPHABET,
  REPEAT_SECONDS,
  type SubmitRequest,
  type Submitted,
} from './contract.ts'
import { requestLinks } from './request-links.ts'

/** Of random references that exist already. */
const ATTEMPTS = 3

type Writer = {
  id: number
  email: string
  isEmailVerified: boolean
  organization: { id: string; name: string; tier: Tier } | null
}

/**
 * Stores the request with its two emails. The same request again within 10 minutes changes nothing and returns the first
 * one's reference. Throws NOT_SIGNED_IN if the account was deleted meanwhile.
 */
export async function submitRequest(ctx: Context, input: SubmitRequest, writer: Writer): Promise<Submitted> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const reference = await tryToSubmit(ctx, input, writer)
    if (reference) return { success: true, reference }
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

async function tryToSubmit(
  ctx: Context,
  { subject, category, priority, message }: SubmitRequest,
  writer: Writer,
): Promise<string | undefined> {
  const { db } = ctx
  const reference = `TP-${randomText(6, REFERENCE_ALPHABET)}`
  const { organization } = writer
  const [toSupport, toUser] = await encryptEmails(
    ctx,
    reference,
    { subject, category, priority, message },
    writer,
  )
  const repeated = db
    .select({ reference: supportRequests.reference })
    .from(supportRequests)
    .innerJoin(supportMessages, eq(supportMessages.requestId, supportRequests.id))
    .where(
      and(
        eq(supportRequests.userId, writer.id),
        sql`${supportRequests.organizationId} is not distinct from ${organization?.id ?? null}`,
        eq(supportRequests.subject, subject),
        eq(supportRequests.category, category),
        eq(supportMessages.text, message),
        gt(supportRequests.createdAt, secondsAgo(REPEAT_SECONDS)),
      ),
    )
    .orderBy(desc(supportRequests.id))
    .limit(1)
  const request = db.$with('new_request').as(
    insertFrom(
      db,
      supportRequests,
      {
        reference,
        userId: writer.id,
        email: writer.email,
        organizationId: organization?.id,
        organizationName: organization?.name,
        tier: organization?.tier,
        subject,
        category,
        priority,
      },
      (values) =>
        db
          .select(values)
          .from(users)
          .where(and(eq(users.id, writer.id), notExists(repeated))),
    )
      .onConflictDoNothing({ target: supportRequests.reference })
      .returning({ id: supportRequests.id }),
  )
  const newMessage = db
    .$with('new_message')
    .as(
      insertFrom(db, supportMessages, { requestId: request.id, author: 'user', text: message }, (values) =>
        db.select(values).from(request),
      ),
    )
  const audit = auditPart(
    ctx,
    { event: 'support.requested', accountId: writer.id, subject: reference },
    request,
  )
  const emailToSupport = db.$with('email_to_support').as(insertEmail(db, toSupport, request))
  const emailToUser = db.$with('email_to_user').as(insertEmail(db, toUser, request))
  const [[user], [earlier], [created]] = await db.batch([
    // The second of two clicks waits here, and then sees the request of the first.
    db.select({ id: users.id }).from(users).where(eq(users.id, writer.id)).for('no key update'),
    repeated,
    db.with(request, newMessage, audit, emailToSupport, emailToUser).select({ id: request.id }).from(request),
  ])
  if (!user) throw new AppError('NOT_SIGNED_IN')
  if (!created) return earlier?.reference
  sendAfterResponse(ctx, toSupport.key)
  sendAfterResponse(ctx, toUser.key)
  return reference
}

function encryptEmails(
  ctx: Context,
  reference: string,
  { subject, category, priority, message }: SubmitRequest,
  { id: userId, email, isEmailVerified, organization }: Writer,
) {
  const supportEmail = ctx.settings.SUPPORT_EMAIL
  const links = requestLinks(ctx, reference)
  return Promise.all([
    encryptEmail(
      ctx,
      supportRequestEmail({
        key: `support-request/${reference}`,
        to: supportEmail,
        replyTo: email,
        reference,
        subject,
        link: links.admin,
        writer: {
          userId,
          email,
          isEmailVerified,
          organization: organization && {
            id: organization.id,
            name: organization.name,
            plan: tierNames[organization.tier],
          },
        },
        category: categoryNames[category],
        priority: priorityNames[priority],
        message,
      }),
    ),
    encryptEmail(
      ctx,
      supportReceivedEmail({
        key: `support-received/${reference}`,
        to: email,
        replyTo: supportEmail,
        reference,
        subject,
        link: links.user,
      }),
    ),
  ])
}
