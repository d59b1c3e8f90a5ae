export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open')
    this.name = 'CircuitOpenError'
  }
}

type Options = { failures: number; pause: number; now?: () => number }

/** After the pause it lets every call through, so that calls of one moment go to the service or to its fallback. */
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
