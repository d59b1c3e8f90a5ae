export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open')
    this.name = 'CircuitOpenError'
  }
}

/** `pause` is in milliseconds. */
type Options = { failures: number; pause: number }

/** After the pause it lets every call through, so that calls of one moment go to the service or to its fallback. */
export class CircuitBreaker {
  readonly #options: Options
  #failures = 0
  #openUntil = 0

  constructor(options: Options) {
    this.#options = options
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { failures, pause } = this.#options
    if (Date.now() < this.#openUntil) throw new CircuitOpenError()
    try {
      const result = await work()
      this.#failures = 0
      return result
    } catch (error) {
      if (++this.#failures >= failures) this.#openUntil = Date.now() + pause
      throw error
    }
  }
}
