import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import { cursorOf, isOlder, newestFirst, pageOf } from '#db/newest-first.ts'
import { supportMessages, supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { pick } from '#worker/lib/pick.ts'
import { supportReplyEmail } from '#worker/mail/support-templates.ts'
import { addMessage } from './add-message.ts'
import { changeState } from './change-state.ts'
import { type OwnRequestsQuery, SUPPORT_PAGE_SIZE, type SupportPage, type SupportThread } from './contract.ts'
import { describeMessage, describeRequest, requestColumns, requestLinks } from './describe-request.ts'

type OwnRequest = { reference: string; userId: number }

const isOwn = ({ reference, userId }: OwnRequest): SQL | undefined =>
  and(eq(supportRequests.reference, reference), eq(supportRequests.userId, userId))

export async function listOwnRequests(
  { db }: Context,
  { before }: OwnRequestsQuery,
  userId: number,
): Promise<SupportPage> {
  const rows = await db
    .select({ ...requestColumns, cursor: cursorOf(supportRequests) })
    .from(supportRequests)
    .where(and(eq(supportRequests.userId, userId), isOlder(supportRequests, before)))
    .orderBy(...newestFirst(supportRequests))
    .limit(SUPPORT_PAGE_SIZE + 1)
  const { page, next } = pageOf(rows, SUPPORT_PAGE_SIZE)
  return { requests: page.map(describeRequest), next }
}

export async function readOwnRequest({ db }: Context, own: OwnRequest): Promise<SupportThread> {
  const row = await db.query.supportRequests.findFirst({
    where: isOwn(own),
    with: { messages: { orderBy: asc(supportMessages.id) } },
  })
  if (!row) throw new AppError('SUPPORT_REQUEST_NOT_FOUND')
  return { ...describeRequest(row), messages: row.messages.map(describeMessage) }
}

export async function replyToRequest(
  ctx: Context,
  { reference, message }: { reference: string; message: string },
  userId: number,
): Promise<SupportThread> {
  const own = { reference, userId }
  await addMessage(ctx, isOwn(own), {
    message: { author: 'user', text: message },
    state: 'open',
    email: ({ subject, writerEmail }) =>
      supportReplyEmail({
        key: `support-reply/${crypto.randomUUID()}`,
        to: ctx.settings.SUPPORT_EMAIL,
        replyTo: writerEmail,
        reference,
        subject,
        link: requestLinks(ctx, reference).admin,
        message,
      }),
  })
  return readOwnRequest(ctx, own)
}

export async function closeOwnRequest(ctx: Context, own: OwnRequest): Promise<SupportThread> {
  await changeState(ctx, isOwn(own), 'closed', own.userId)
  return readOwnRequest(ctx, own)
}

const BATCH = 20

export const exportRequests = (ctx: Context, organizationId: string) =>
  jsonArray(
    { size: BATCH, read: (last?: Batch[number]) => readBatch(ctx, organizationId, last?.id ?? 0) },
    exported,
  )

type Batch = Awaited<ReturnType<typeof readBatch>>

const readBatch = ({ db }: Context, organizationId: string, after: number) =>
  db.query.supportRequests.findMany({
    where: and(eq(supportRequests.organizationId, organizationId), gt(supportRequests.id, after)),
    orderBy: asc(supportRequests.id),
    limit: BATCH,
    with: { messages: { orderBy: asc(supportMessages.id) } },
  })

const exported = ({ messages, ...row }: Batch[number]) => ({
  ...describeRequest(row),
  email: row.email,
  messages: messages.map((message) => pick(describeMessage(message), 'author', 'text', 'createdAt')),
})
