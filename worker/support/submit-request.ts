import { and, desc, eq, isNull } from 'drizzle-orm'
import { supportMessages, supportRequests, users } from '#db/schema/index.ts'
import { mayBeRepeated } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomText } from '#worker/lib/crypto.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { supportReceivedEmail, supportRequestEmail, type Writer } from '#worker/mail/support-templates.ts'
import type { Email } from '#worker/services/resend.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import {
  categoryNames,
  priorityNames,
  REFERENCE_ALPHABET,
  type SubmitRequest,
  type Submitted,
} from './contract.ts'
import { requestLinks } from './describe-request.ts'

export const submitRequest = (ctx: Context, input: SubmitRequest, writer: Writer): Promise<Submitted> =>
  inTransaction(ctx, async (tx) => {
    // The second of two clicks waits here, and then sees the request of the first.
    const [user] = await tx.select().from(users).where(eq(users.id, writer.id)).for('no key update')
    if (!user) throw new AppError('NOT_SIGNED_IN')
    const repeated = await findRepeated(tx, input, writer)
    if (repeated) return { success: true, reference: repeated }
    const { subject, category, priority, message } = input
    const { organization } = writer
    // Unique among 729 million. If it is taken, the call fails and can be repeated.
    const reference = `TP-${randomText(6, REFERENCE_ALPHABET)}`
    const { id: requestId } = await tx
      .insert(supportRequests)
      .values({
        reference,
        userId: writer.id,
        email: writer.email,
        organizationId: organization?.id,
        organizationName: organization?.name,
        tier: organization?.tier,
        subject,
        category,
        priority,
      })
      .returning({ id: supportRequests.id })
      .then(oneRow)
    await tx.insert(supportMessages).values({ requestId, author: 'user', text: message })
    await audit(tx, { event: 'support.requested', accountId: writer.id, subject: reference })
    await queueEmail(tx, ...emails(ctx, reference, input, writer))
    return { success: true, reference }
  })

async function findRepeated(
  tx: Transaction,
  { subject, category, message }: SubmitRequest,
  { id, organization }: Writer,
): Promise<string | undefined> {
  const { organizationId } = supportRequests
  const [found] = await tx
    .select({ reference: supportRequests.reference })
    .from(supportRequests)
    .innerJoin(supportMessages, eq(supportMessages.requestId, supportRequests.id))
    .where(
      and(
        eq(supportRequests.userId, id),
        organization ? eq(organizationId, organization.id) : isNull(organizationId),
        eq(supportRequests.subject, subject),
        eq(supportRequests.category, category),
        eq(supportMessages.text, message),
        mayBeRepeated(supportRequests.createdAt),
      ),
    )
    .orderBy(desc(supportRequests.id))
    .limit(1)
  return found?.reference
}

function emails(
  ctx: Context,
  reference: string,
  { subject, category, priority, message }: SubmitRequest,
  writer: Writer,
): Email[] {
  const supportEmail = ctx.settings.SUPPORT_EMAIL
  const links = requestLinks(ctx, reference)
  return [
    supportRequestEmail({
      key: `support-request/${reference}`,
      to: supportEmail,
      replyTo: writer.email,
      reference,
      subject,
      link: links.admin,
      writer,
      category: categoryNames[category],
      priority: priorityNames[priority],
      message,
    }),
    supportReceivedEmail({
      key: `support-received/${reference}`,
      to: writer.email,
      replyTo: supportEmail,
      reference,
      subject,
      link: links.user,
    }),
  ]
}
