import { type CallOptions, type Http, readJson, sleep } from './http.ts'
import type { EventList, WebhookEvent } from './types.ts'

const POLL_MS = 2_000

type ListOptions = CallOptions & {
  /** `next` of the list before, or the ID of an event. `latest` is the place after the newest event. */
  after?: string | undefined
  limit?: number
}

/** The events that webhooks deliver, as a list. They are kept for 30 days. */
export class Events {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Oldest first. */
  list({ after, limit, ...options }: ListOptions = {}): Promise<EventList> {
    return readJson(this.#http('/events', { ...options, query: { after, limit } }))
  }

  /**
   * Waits for events, until `signal` is aborted. Starts with the next one, or after the event with the ID `after`; with
   * `null`, with the oldest one.
   */
  async *listen({
    after = 'latest',
    signal,
  }: {
    after?: string | null
    signal?: AbortSignal
  } = {}): AsyncGenerator<WebhookEvent, void, void> {
    for (let place = after; ; ) {
      const page = await this.list({ after: place ?? undefined, ...(signal && { signal }) })
      yield* page.events
      place = page.next
      if (page.events.length === 0) await sleep(POLL_MS, signal)
    }
  }
}
