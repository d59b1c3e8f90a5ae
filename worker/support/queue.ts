import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { supportMessages, supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { supportAnswerEmail } from '#worker/mail/support-templates.ts'
import { addMessage } from './add-message.ts'
import { changeState } from './change-state.ts'
import {
  type QueuedThread,
  type QueuePage,
  type QueueQuery,
  SUPPORT_PAGE_SIZE,
  type SupportState,
} from './contract.ts'
import { describeMessage, describeQueued, queueColumns, requestLinks } from './describe-request.ts'

const isRequest = (reference: string) => eq(supportRequests.reference, reference)

/** All organizations' requests in the order of `queueOrder`. `search` is part of an email or of a reference. */
export async function listQueue({ db }: Context, { state, search, after }: QueueQuery): Promise<QueuePage> {
  const rows = await db
    .select(queueColumns)
    .from(supportRequests)
    .where(
      and(
        state && eq(supportRequests.state, state),
        search === undefined ? undefined : matches(search),
        after === undefined ? undefined : gt(supportRequests.queueOrder, after),
      ),
    )
    .orderBy(asc(supportRequests.queueOrder))
    .limit(SUPPORT_PAGE_SIZE + 1)
  const page = rows.slice(0, SUPPORT_PAGE_SIZE)
  return {
    requests: page.map(describeQueued),
    next: rows.length > SUPPORT_PAGE_SIZE ? (page.at(-1)?.queueOrder ?? null) : null,
  }
}

const matches = (search: string): SQL =>
  sql`(strpos(${supportRequests.email}, ${search}) > 0 or strpos(lower(${supportRequests.reference}), ${search}) > 0)`

export async function readQueued({ db }: Context, reference: string): Promise<QueuedThread> {
  const row = await db.query.supportRequests.findFirst({
    where: isRequest(reference),
    with: {
      organization: { columns: { status: true } },
      messages: {
        orderBy: asc(supportMessages.id),
        with: { administrator: { columns: { email: true } } },
      },
    },
  })
  if (!row) throw new AppError('SUPPORT_REQUEST_NOT_FOUND')
  return {
    ...describeQueued(row),
    organizationStatus: row.organization?.status ?? null,
    messages: row.messages.map(({ administrator, ...message }) => ({
      ...describeMessage(message),
      answeredBy: administrator?.email ?? null,
    })),
  }
}

type Answer = { reference: string; message: string; lastMessageId?: number | undefined }

export async function answerRequest(
  ctx: Context,
  { reference, message, lastMessageId }: Answer,
  administratorId: number,
): Promise<QueuedThread> {
  await addMessage(ctx, isRequest(reference), {
    message: { author: 'support', answeredBy: administratorId, text: message },
    state: stateAfterAnswer(lastMessageId),
    email: ({ subject, writerEmail }) =>
      supportAnswerEmail({
        key: `support-answer/${crypto.randomUUID()}`,
        to: writerEmail,
        replyTo: ctx.settings.SUPPORT_EMAIL,
        reference,
        subject,
        link: requestLinks(ctx, reference).user,
        message,
      }),
  })
  return readQueued(ctx, reference)
}

/** A message that arrived while the administrator wrote still needs an answer. */
const stateAfterAnswer = (lastMessageId: number | undefined): SupportState | SQL<SupportState> =>
  lastMessageId === undefined
    ? 'answered'
    : sql`case when exists (
        select from ${supportMessages}
         where ${supportMessages.requestId} = ${supportRequests.id} and ${supportMessages.author} = 'user'
           and ${supportMessages.id} > ${lastMessageId}) then 'open' else 'answered' end`

export async function changeRequestState(
  ctx: Context,
  { reference, state }: { reference: string; state: SupportState },
): Promise<QueuedThread> {
  await changeState(ctx, isRequest(reference), state)
  return readQueued(ctx, reference)
}
