import { type CallOptions, type Http, sleep, waitCall } from './http.ts'
import { type PagePromise, pagePromise } from './promises.ts'
import type { EventList, WebhookEvent } from './types.ts'

const POLL_MS = 2_000

export type ListEvents = {
  /** `next` of the previous list, or the ID of an event. `latest` is the place after the newest event. */
  after?: string | undefined
  /** Events per page, 1 to 100. */
  limit?: number | undefined
}

export type ListenOptions = CallOptions & {
  /** Starts after this event; with `null`, with the oldest one. By default, with the next one. */
  after?: string | null | undefined
}

/** The events that webhooks deliver, as a list. They are kept for 30 days. */
export class Events {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Lists events, oldest first. */
  list({ after, limit }: ListEvents = {}, options: CallOptions = {}): PagePromise<EventList, WebhookEvent> {
    return pagePromise({
      load: (after) => this.#http<EventList>(['events'], { ...options, query: { after, limit } }),
      cursor: after,
      itemsOf: ({ events }) => events,
      // `next` is always where to continue.
      isLast: ({ events }) => events.length === 0,
    })
  }

  /** Waits for events, until `signal` is aborted. */
  async *listen({
    after = 'latest',
    ...options
  }: ListenOptions = {}): AsyncGenerator<WebhookEvent, void, void> {
    for (let place = after; ; ) {
      const page = await this.list({ after: place ?? undefined }, waitCall(options))
      yield* page.events
      place = page.next
      if (page.events.length === 0) await sleep(POLL_MS, options.signal)
    }
  }
}
