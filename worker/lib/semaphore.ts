import { sleep } from './time.ts'

const POLL_DELAY = 20

/** A canceled request never releases its permit, which so expires at its deadline. Waiters poll: they share no promise. */
export class Semaphore {
  readonly #size: number
  readonly #deadlines = new Map<symbol, number>()

  constructor(size: number) {
    this.#size = size
  }

  /** Returns the release function, or undefined if no permit is free by the deadline (milliseconds since 1970). */
  async acquire(deadline: number): Promise<(() => void) | undefined> {
    for (;;) {
      const now = Date.now()
      for (const [permit, end] of this.#deadlines) if (end <= now) this.#deadlines.delete(permit)
      if (this.#deadlines.size < this.#size) {
        const permit = Symbol()
        this.#deadlines.set(permit, deadline)
        return () => this.#deadlines.delete(permit)
      }
      if (now >= deadline) return undefined
      await sleep(Math.min(POLL_DELAY, deadline - now))
    }
  }
}
