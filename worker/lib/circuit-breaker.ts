export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open')
    this.name = 'CircuitOpenError'
  }
}

/**
 * Fails fast for `pause` milliseconds after a failure. Then it lets every call through, not one trial: calls of one
 * moment must not be split between the service and its fallback.
 */
export class CircuitBreaker {
  readonly #pause: number
  readonly #now: () => number
  #openUntil = 0

  constructor({ pause, now = () => Date.now() }: { pause: number; now?: () => number }) {
    this.#pause = pause
    this.#now = now
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#now() < this.#openUntil) throw new CircuitOpenError()
    try {
      return await work()
    } catch (error) {
      this.#openUntil = this.#now() + this.#pause
      throw error
    }
  }
}
