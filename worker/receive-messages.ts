import * as z from 'zod'
import { processChunks } from './batches/process-chunks.ts'
import { processRegister } from './batches/process-register.ts'
import type { Context } from './context.ts'
import { logError, logLine } from './lib/log.ts'
import { checkMonitors } from './monitors/check-monitors.ts'
import { deliverTo } from './webhooks/deliver.ts'

type Message = { body: unknown; ack(): void; retry(options: { delaySeconds: number }): void }

/** By then, the claims of a failed message have ended. */
const RETRY_SECONDS = 30

const messageSchema = z.union([
  z.object({ batchId: z.string() }),
  z.object({ register: z.string() }),
  z.object({ monitors: z.literal(true) }),
  z.object({ endpointId: z.string() }),
])

export async function receiveMessages(ctx: Context, messages: readonly Message[]): Promise<void> {
  for (const message of messages) {
    const { data } = messageSchema.safeParse(message.body)
    try {
      await receive(ctx, data)
      message.ack()
    } catch (error) {
      logError(data && 'endpointId' in data ? 'webhook' : 'batch', error, ctx.requestId)
      message.retry({ delaySeconds: RETRY_SECONDS })
    }
  }
}

async function receive(ctx: Context, data: z.infer<typeof messageSchema> | undefined) {
  if (!data) return logLine('error', 'unreadable message', { requestId: ctx.requestId })
  if ('batchId' in data) return await processChunks(ctx, data.batchId)
  if ('register' in data) return await processRegister(ctx, data.register)
  if ('endpointId' in data) return await deliverTo(ctx, data.endpointId)
  return await checkMonitors(ctx)
}
