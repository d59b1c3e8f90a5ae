import { and, asc, eq, gt } from 'drizzle-orm'
import { supportMessages, supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { retry } from '#worker/lib/retry.ts'
import { describeMessage, describeRequest } from './describe-request.ts'

const BATCH = 20
const RETRY_DELAY = 250

/**
 * Streams the organization's requests with their messages as a JSON array, oldest first. The first batch is read before.
 * If a later one can't be read, the stream fails, and what was sent is not valid JSON.
 */
export async function exportRequests(
  ctx: Context,
  organizationId: string,
): Promise<AsyncGenerator<string, void, void>> {
  return jsonOf(ctx, organizationId, await readBatch(ctx, organizationId, 0))
}

type Batch = Awaited<ReturnType<typeof readBatch>>

const readBatch = ({ db }: Context, organizationId: string, after: number) =>
  db.query.supportRequests.findMany({
    where: and(eq(supportRequests.organizationId, organizationId), gt(supportRequests.id, after)),
    orderBy: asc(supportRequests.id),
    limit: BATCH,
    with: { messages: { orderBy: asc(supportMessages.id) } },
  })

async function* jsonOf(
  ctx: Context,
  organizationId: string,
  first: Batch,
): AsyncGenerator<string, void, void> {
  yield '['
  let batch = first
  let separator = '\n'
  while (batch.length > 0) {
    yield separator + batch.map((row) => JSON.stringify(exported(row), null, 2)).join(',\n')
    separator = ',\n'
    const last = batch.length < BATCH ? undefined : batch.at(-1)
    batch = last ? await retry(() => readBatch(ctx, organizationId, last.id), { delays: [RETRY_DELAY] }) : []
  }
  yield '\n]\n'
}

const exported = ({ messages, ...row }: Batch[number]) => ({
  ...describeRequest(row),
  email: row.email,
  messages: messages.map((message) => {
    const { author, text, createdAt } = describeMessage(message)
    return { author, text, createdAt }
  }),
})
