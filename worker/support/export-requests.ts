import { and, asc, eq, gt } from 'drizzle-orm'
import { supportMessages, supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { describeMessage, describeRequest } from './describe-request.ts'

const BATCH = 20

/** Streams a JSON array, oldest first. The first batch is read before. */
export async function exportRequests(
  ctx: Context,
  organizationId: string,
): Promise<AsyncGenerator<string, void, void>> {
  return jsonArray({
    first: await readBatch(ctx, organizationId, 0),
    size: BATCH,
    read: ({ id }) => readBatch(ctx, organizationId, id),
    toJson: exported,
  })
}

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
  messages: messages.map((message) => {
    const { author, text, createdAt } = describeMessage(message)
    return { author, text, createdAt }
  }),
})
