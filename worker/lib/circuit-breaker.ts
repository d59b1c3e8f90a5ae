export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open')
    this.name = 'CircuitOpenError'
  }
}

type Options = { failures: number; pause: number; now?: () => number }

/**
 * Fails fast for `pause` milliseconds after this many failures in a row. Then it lets every call through, not one trial:
 * calls of one moment must not be split between the service and its fallback. One more failure pauses again.
 */
export class CircuitBreaker {
  readonly #options: Required<Options>
  #failures = 0
  #openUntil = 0

  constructor(options: Options) {
    this.#options = { now: () => Date.now(), ...options }
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { failures, pause, now } = this.#options
    if (now() < this.#openUntil) throw new CircuitOpenError()
    try {
      const result = await work()
      this.#failures = 0
      return result
    } catch (error) {
      if (++this.#failures >= failures) this.#openUntil = now() + pause
      throw error
    }
  }
}
