import { beforeDeadline } from './deadline.ts'

/**
 * At most `size` permits at once, in the order of arrival. On Workers a canceled request never releases its permit: so
 * a permit expires at the deadline of its holder, and a release wakes all that wait, of which the first may be gone.
 */
export class Semaphore {
  readonly #size: number
  readonly #deadlines = new Map<symbol, number>()
  #released = Promise.withResolvers<void>()

  constructor(size: number) {
    this.#size = size
  }

  /** A function that releases the permit; undefined if none is free by the deadline (milliseconds since 1970). */
  async acquire(deadline: number): Promise<(() => void) | undefined> {
    for (;;) {
      const now = Date.now()
      for (const [permit, end] of this.#deadlines) if (end <= now) this.#deadlines.delete(permit)
      if (this.#deadlines.size < this.#size) return this.#take(deadline)
      if (now >= deadline) return undefined
      await beforeDeadline(this.#released.promise, Math.min(deadline, ...this.#deadlines.values()))
    }
  }

  #take(deadline: number): () => void {
    const permit = Symbol()
    this.#deadlines.set(permit, deadline)
    return () => {
      if (!this.#deadlines.delete(permit)) return
      this.#released.resolve()
      this.#released = Promise.withResolvers()
    }
  }
}
