import { createHmac } from 'node:crypto'
import { newId } from './entities.ts'
import { oldWebhookSecretOf, productionSecretOf, webhookSecretOf } from './keys.ts'

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

/** How a webhook is signed: `rotating` by an old and a new secret, `production` by that of the other environment. */
export type WebhookMode = 'normal' | 'forged' | 'stale' | 'unsigned' | 'rotating' | 'production'

export interface Webhook {
  readonly eventId: string
  readonly eventType: string
  readonly body: string
  readonly mode: WebhookMode
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
const STALE_SECONDS = 3_600

export function sign(
  namespace: string,
  { eventId, eventType, body, mode }: Webhook,
  at: number,
): SignedWebhook {
  const ts = Math.floor(at / 1000) - (mode === 'stale' ? STALE_SECONDS : 0)
  const h1 = (secret: string) => `h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`
  const signatures = () => {
    if (mode === 'forged') return [h1('pdl_ntfset_forged')]
    if (mode === 'production') return [h1(productionSecretOf(namespace))]
    if (mode === 'rotating') return [h1(oldWebhookSecretOf(namespace)), h1(webhookSecretOf(namespace))]
    return [h1(webhookSecretOf(namespace))]
  }
  return {
    eventId,
    eventType,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Paddle',
      ...(mode !== 'unsigned' && { 'paddle-signature': [`ts=${ts}`, ...signatures()].join(';') }),
    },
  }
}

/** RFC 3339 with microseconds, as Paddle writes the time of an event. */
const withMicroseconds = (at: number, micros: number) =>
  new Date(at).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`)

/** The webhooks of one namespace, in the order in which they are sent. */
export class WebhookQueue {
  private readonly waiting: Webhook[] = []
  /** Those that wait to be sent again. */
  private readonly failed: Webhook[] = []
  private modes: WebhookMode[] = []
  private url: string | undefined
  private sending = Promise.resolve()
  private readonly timers = new Set<NodeJS.Timeout>()
  private micros = 0

  private readonly namespace: string

  constructor(namespace: string) {
    this.namespace = namespace
  }

  /** The next `times` webhooks have this mode. */
  plan(mode: WebhookMode, times: number): void {
    this.modes.push(...Array.from({ length: times }, () => mode))
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
    const mode = this.modes.shift() ?? 'normal'
    this.waiting.push({ eventId, eventType, body: JSON.stringify(envelope), mode })
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
    // What isn't signed by Paddle is not repeated by Paddle.
    if (pause === undefined || ['forged', 'stale', 'unsigned', 'production'].includes(webhook.mode)) return
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
    const { headers, body } = sign(this.namespace, webhook, Date.now())
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
