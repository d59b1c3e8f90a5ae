import { deadCalls } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { isOutage } from '#worker/lib/outage.ts'
import { type RecordedCall, recordedCallSchema } from './recorded-call.ts'
import { writeCalls } from './write-calls.ts'

export { withDatabase } from '#worker/context.ts'
export { writeCalls } from './write-calls.ts'

type Message = {
  body: unknown
  attempts: number
  ack(): void
  retry(options: { delaySeconds: number }): void
}
type CallMessage = { message: Message; call: RecordedCall }

/** A Worker may open six at a time. */
const CONNECTIONS = 5

/** With 100 attempts, the calls outlast half a day without PostgreSQL. */
const MAX_DELAY_SECONDS = 600

const retryLater = (message: Message) =>
  message.retry({ delaySeconds: Math.min(MAX_DELAY_SECONDS, 10 * message.attempts) })

/** Writes the calls of each organization. What can't be read or written ends in the dead-letter queue, alone. */
export async function receiveCalls(ctx: Context, messages: readonly Message[]): Promise<void> {
  const readable: CallMessage[] = []
  for (const message of messages) {
    const { data, error } = recordedCallSchema.safeParse(message.body)
    if (data) readable.push({ message, call: data })
    else {
      logError('unreadable call', error, ctx.requestId)
      retryLater(message)
    }
  }
  const groups = [...Map.groupBy(readable, ({ call }) => call.organizationId)]
  const write = async () => {
    for (let next = groups.pop(); next; next = groups.pop()) await writeGroup(ctx, ...next)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, write))
}

async function writeGroup(
  ctx: Context,
  organizationId: string,
  group: readonly CallMessage[],
): Promise<void> {
  try {
    await writeCalls(
      ctx,
      organizationId,
      group.map(({ call }) => call),
    )
    for (const { message } of group) message.ack()
  } catch (error) {
    if (group.length > 1 && !isOutage(error)) {
      for (const one of group) await writeGroup(ctx, organizationId, [one])
      return
    }
    logError(`write ${group.length} calls`, error, ctx.requestId)
    for (const { message } of group) retryLater(message)
  }
}

/** Until a release can write them. Throws, so that Cloudflare tries all of them again. */
export async function keepDeadCalls(
  { db }: Context,
  messages: readonly { id: string; body: unknown }[],
): Promise<void> {
  const rows = messages.map(({ id, body }) => ({ id, body }))
  await db.insert(deadCalls).values(rows).onConflictDoNothing()
}
