import { and, eq, type SQL } from 'drizzle-orm'
import { supportMessages, supportRequests, users } from '#db/schema/index.ts'
import { mayBeRepeated, now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import type { Email } from '#worker/services/resend.ts'
import { inTransaction } from '#worker/transaction.ts'
import { MAX_MESSAGES, type SupportState } from './contract.ts'

type Addition = {
  message: { author: 'user'; text: string } | { author: 'support'; answeredBy: number; text: string }
  state: SupportState | SQL<SupportState>
  email: (request: { subject: string; writerEmail: string }) => Email
}

export const addMessage = (
  ctx: Context,
  isRequest: SQL | undefined,
  { message, state, email }: Addition,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [request] = await tx.select().from(supportRequests).where(isRequest).for('no key update')
    if (!request) throw new AppError('SUPPORT_REQUEST_NOT_FOUND')
    const { id: requestId, reference, subject, userId } = request
    const [writer] = await tx
      .select()
      .from(users)
      .where(eq(users.id, userId ?? 0))
    if (!writer) throw new AppError('ACCOUNT_DELETED')
    const isOfRequest = eq(supportMessages.requestId, requestId)
    const lastChange = tx
      .select({ updatedAt: supportRequests.updatedAt })
      .from(supportRequests)
      .where(eq(supportRequests.id, requestId))
    const repeated = await tx.$count(
      supportMessages,
      and(
        isOfRequest,
        eq(supportMessages.author, message.author),
        eq(supportMessages.text, message.text),
        mayBeRepeated(supportMessages.createdAt),
        eq(supportMessages.createdAt, lastChange),
      ),
    )
    if (repeated > 0) return
    if ((await tx.$count(supportMessages, isOfRequest)) >= MAX_MESSAGES)
      throw new AppError('SUPPORT_REQUEST_FULL')
    await tx.insert(supportMessages).values({ requestId, ...message })
    await tx.update(supportRequests).set({ state, updatedAt: now }).where(eq(supportRequests.id, requestId))
    // Users see the entries of their account, but not who answered.
    const accountId = message.author === 'user' ? writer.id : undefined
    await audit(tx, { event: 'support.replied', accountId, subject: reference })
    await queueEmail(tx, email({ subject, writerEmail: writer.email }))
  })
