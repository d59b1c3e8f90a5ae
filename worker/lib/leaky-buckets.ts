/** A bucket drains `calls` in `window` milliseconds. A call that may not fill it takes at most `atMost`. */
export type BucketLimit = { key: string; calls: number; window: number; atMost: number }

/** Times are in milliseconds since 1970. */
export class LeakyBuckets {
  readonly #emptyAt: Map<string, number>

  constructor(saved: ReadonlyMap<string, number> = new Map()) {
    this.#emptyAt = new Map(saved)
  }

  waitFor(limits: readonly BucketLimit[], now: number): number {
    const waits = limits.map((limit) =>
      Math.ceil(((this.#level(limit, now) + 1 - limit.atMost) * limit.window) / limit.calls),
    )
    return Math.max(0, ...waits)
  }

  take(limits: readonly BucketLimit[], now: number): ReadonlyMap<string, number> {
    for (const [key, emptyAt] of this.#emptyAt) if (emptyAt <= now) this.#emptyAt.delete(key)
    for (const limit of limits) {
      const level = this.#level(limit, now) + 1
      this.#emptyAt.set(limit.key, now + (level * limit.window) / limit.calls)
    }
    return this.#emptyAt
  }

  #level({ key, calls, window }: BucketLimit, now: number): number {
    return (Math.max(0, (this.#emptyAt.get(key) ?? 0) - now) * calls) / window
  }
}
