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

/** With 100 attempts, the calls outlast almost half a day without PostgreSQL. */
const MAX_DELAY_SECONDS = 600

function retryLater(ctx: Context, what: string, error: unknown, messages: readonly Message[]): void {
  logError(what, error, ctx.requestId)
  for (const message of messages)
    message.retry({ delaySeconds: Math.min(MAX_DELAY_SECONDS, 10 * message.attempts) })
}

/** What can't be read or written ends in the dead-letter queue, alone. */
export async function receiveCalls(ctx: Context, messages: readonly Message[]): Promise<void> {
  const readable = messages.flatMap((message): CallMessage[] => {
    const { data: call, error } = recordedCallSchema.safeParse(message.body)
    if (call) return [{ message, call }]
    retryLater(ctx, `unreadable call: ${error.issues[0]?.path.join('.')}`, error, [message])
    return []
  })
  const groups = [...Map.groupBy(readable, ({ call }) => call.organizationId).values()]
  const write = async () => {
    for (let next = groups.pop(); next; next = groups.pop()) await writeGroup(ctx, next)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, write))
}

async function writeGroup(ctx: Context, group: readonly CallMessage[]): Promise<void> {
  const messages = group.map(({ message }) => message)
  const calls = group.map(({ call }) => call)
  try {
    await writeCalls(ctx, calls)
    for (const message of messages) message.ack()
  } catch (error) {
    if (group.length === 1 || isOutage(error))
      return retryLater(ctx, `write ${group.length} calls`, error, messages)
    for (const one of group) await writeGroup(ctx, [one])
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
