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
      if (data && 'batchId' in data) await processChunks(ctx, data.batchId)
      else if (data && 'register' in data) await processRegister(ctx, data.register)
      else if (data && 'endpointId' in data) await deliverTo(ctx, data.endpointId)
      else if (data) await checkMonitors(ctx)
      else logLine('error', 'unreadable message', { requestId: ctx.requestId })
      message.ack()
    } catch (error) {
      logError(data && 'endpointId' in data ? 'webhook' : 'batch', error, ctx.requestId)
      message.retry({ delaySeconds: RETRY_SECONDS })
    }
  }
}
