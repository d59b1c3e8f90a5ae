/**
 * At most `size` permits at once. A permit that is never released, because its request was canceled, expires at its
 * deadline.
 */
export class Semaphore {
  readonly #size: number
  readonly #deadlines = new Map<symbol, number>()

  constructor(size: number) {
    this.#size = size
  }

  /** Takes a permit until `deadline` (milliseconds since 1970) and returns its release; undefined when none is free. */
  tryAcquire(deadline: number): (() => void) | undefined {
    const now = Date.now()
    for (const [permit, end] of this.#deadlines) if (end <= now) this.#deadlines.delete(permit)
    if (this.#deadlines.size >= this.#size) return undefined
    const permit = Symbol()
    this.#deadlines.set(permit, deadline)
    return () => this.#deadlines.delete(permit)
  }
}
