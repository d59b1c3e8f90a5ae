import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { batchParamSchema } from './contract.ts'
import { processBatch } from './process.ts'

type Message = { body: unknown; ack(): void; retry(options: { delaySeconds: number }): void }

const RETRY_SECONDS = 10

const messageSchema = z.object({ batchId: batchParamSchema.shape.batchId })

/** Each message for itself, so that a failure doesn't repeat the others. */
export async function receiveMessages(ctx: Context, messages: readonly Message[]): Promise<void> {
  for (const message of messages) {
    const { data } = messageSchema.safeParse(message.body)
    try {
      if (data) await processBatch(ctx, data.batchId)
      message.ack()
    } catch (error) {
      logError('batch', error, ctx.requestId)
      message.retry({ delaySeconds: RETRY_SECONDS })
    }
  }
}
