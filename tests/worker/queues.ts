import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import type { Settings } from '#tests/fakes/start.ts'
import entry from '#worker/index.ts'

type Message = {
  batchId?: string
  register?: string
  monitors?: true
  endpointId?: string
  delaySeconds: number
}

/** Keeps the messages for `deliver`, which hands them to the Worker as Cloudflare does. */
export function createQueue() {
  const messages: Message[] = []
  return {
    messages,
    sendBatch: async (sent: readonly { body: object; delaySeconds: number }[]) => {
      messages.push(...sent.map(({ body, delaySeconds }) => ({ ...body, delaySeconds })))
    },
  }
}

type Execution = { waitUntil(work: Promise<unknown>): void }

/** As Cloudflare delivers a message. Returns whether the Worker acknowledged it. */
export async function deliverMessage(queue: string, body: object, settings: Settings, ctx: Execution) {
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body }
  const batch = createMessageBatch(queue, [message])
  await entry.queue(batch, settings, ctx)
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext())
  return explicitAcks.includes(message.id)
}

/** Of a batch: see wrangler.toml. */
const MAX_CALLS = 100

type RecordedCallMessage = { id: string; timestamp: Date; attempts: number; body: object }

/** Keeps the calls to record for `settle`, which hands them to the Worker as Cloudflare does. */
export function createCallQueue() {
  let messages: RecordedCallMessage[] = []
  return {
    fails: false,
    async sendBatch(sent: readonly { body: object }[]) {
      if (this.fails) throw new Error('The queue fails')
      const timestamp = new Date()
      messages.push(...sent.map(({ body }) => ({ id: crypto.randomUUID(), timestamp, attempts: 1, body })))
    },
    /** Those that the Worker doesn't take wait for the next delivery. */
    deliver: async (settings: Settings, executionCtx: Execution) => {
      const sent = messages
      messages = []
      while (sent.length > 0) {
        const own = sent.splice(0, MAX_CALLS)
        const batch = createMessageBatch('tinproof-calls', own)
        await entry.queue(batch, settings, executionCtx)
        const { retryMessages } = await getQueueResult(batch, createExecutionContext())
        const retried = new Set(retryMessages.map((message: { msgId: string }) => message.msgId))
        for (const message of own)
          if (retried.has(message.id)) messages.push({ ...message, attempts: message.attempts + 1 })
      }
    },
    metrics: async () => {
      const [oldest] = messages
      return oldest ? { oldestMessageTimestamp: oldest.timestamp } : {}
    },
    /** As if the messages had waited this long, in milliseconds. */
    age: (by: number) => {
      messages = messages.map((each) => ({ ...each, timestamp: new Date(each.timestamp.getTime() - by) }))
    },
    waiting: () => messages.length,
    drop: () => {
      messages = []
    },
  }
}
