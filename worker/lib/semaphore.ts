import { beforeDeadline } from './deadline.ts'

/**
 * On Workers, a canceled request never releases its permit. So a permit expires at its holder's deadline, and a release
 * wakes all waiters, because the first may be gone.
 */
export class Semaphore {
  readonly #size: number
  readonly #deadlines = new Map<symbol, number>()
  #released = Promise.withResolvers<void>()

  constructor(size: number) {
    this.#size = size
  }

  /** Returns the release function, or undefined if no permit is free by the deadline (milliseconds since 1970). */
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
