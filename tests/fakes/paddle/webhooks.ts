import { createHmac } from 'node:crypto'
import { newId } from './entities.ts'
import { webhookSecretOf } from './keys.ts'

/** The events that a notification destination of ours is subscribed to (worker/DEPLOY.md). */
const EVENTS = new Set([
  'transaction.completed',
  'transaction.payment_failed',
  'transaction.past_due',
  'subscription.created',
  'subscription.activated',
  'subscription.updated',
  'subscription.past_due',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
  'adjustment.created',
  'adjustment.updated',
])

export interface Webhook {
  readonly eventId: string
  readonly eventType: string
  readonly body: string
}

/** A request to the Worker. */
export interface SignedWebhook {
  readonly eventId: string
  readonly eventType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const TIMEOUT = 5_000
const RETRIES = [2_000, 10_000, 60_000]

/** Signed by each of the secrets. */
export function signatureOf(body: string, at: number, ...secrets: readonly string[]): string {
  const ts = Math.floor(at / 1000)
  const h1 = (secret: string) => createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')
  return [`ts=${ts}`, ...secrets.map((secret) => `h1=${h1(secret)}`)].join(';')
}

export const sign = (namespace: string, { eventId, eventType, body }: Webhook): SignedWebhook => ({
  eventId,
  eventType,
  body,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Paddle',
    'paddle-signature': signatureOf(body, Date.now(), webhookSecretOf(namespace)),
  },
})

/** RFC 3339 with microseconds, as Paddle writes the time of an event. */
const withMicroseconds = (at: number, micros: number) =>
  new Date(at).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`)

/** The webhooks of one namespace, in the order in which they are sent. */
export class WebhookQueue {
  private readonly waiting: Webhook[] = []
  /** Those that wait to be sent again. */
  private readonly failed: Webhook[] = []
  private url: string | undefined
  private sending = Promise.resolve()
  private readonly timers = new Set<NodeJS.Timeout>()
  private micros = 0

  private readonly namespace: string

  constructor(namespace: string) {
    this.namespace = namespace
  }

  add(eventType: string, data: object, at: number): void {
    if (!EVENTS.has(eventType)) return
    this.micros = (this.micros + 1) % 1000
    const eventId = newId('evt')
    const envelope = {
      event_id: eventId,
      event_type: eventType,
      occurred_at: withMicroseconds(at, this.micros),
      notification_id: newId('ntf'),
      data,
    }
    this.waiting.push({ eventId, eventType, body: JSON.stringify(envelope) })
    if (this.url) this.send(this.take())
  }

  /** Empties the queue. */
  take(): Webhook[] {
    return this.waiting.splice(0)
  }

  /** From now on, webhooks are sent there, and again after a failure. */
  sendTo(url: string): void {
    this.url = url
    this.send(this.take())
  }

  /** Sends everything that waits, and returns when it has been answered. */
  async deliverNow(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    this.send([...this.failed.splice(0), ...this.take()])
    await this.sending
  }

  private send(webhooks: readonly Webhook[], attempt = 0): void {
    this.sending = this.sending.then(async () => {
      for (const webhook of webhooks) {
        if (this.url && !(await this.post(this.url, webhook))) this.retry(webhook, attempt)
      }
    })
  }

  private retry(webhook: Webhook, attempt: number): void {
    const pause = RETRIES[attempt]
    if (pause === undefined) return
    this.failed.push(webhook)
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      const index = this.failed.indexOf(webhook)
      if (index >= 0) this.failed.splice(index, 1)
      if (index >= 0) this.send([webhook], attempt + 1)
    }, pause)
    this.timers.add(timer)
  }

  private async post(url: string, webhook: Webhook): Promise<boolean> {
    const { headers, body } = sign(this.namespace, webhook)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT),
      })
      await response.body?.cancel()
      return response.status === 200
    } catch {
      return false
    }
  }

  stop(): void {
    this.url = undefined
    for (const timer of this.timers) clearTimeout(timer)
  }
}
