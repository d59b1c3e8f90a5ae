export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open')
    this.name = 'CircuitOpenError'
  }
}

type Options = {
  /** Milliseconds. */
  pause: number
  /** The pause doubles with every failed trial up to this. */
  maxPause?: number
  /** `all` lets every call through after the pause, for callers that must not split into two groups. */
  trials?: 'one' | 'all'
  now?: () => number
}

/** A trial that never settles (a canceled request) is replaced after the same pause. */
export class CircuitBreaker {
  readonly #pause: number
  readonly #maxPause: number
  readonly #trials: 'one' | 'all'
  readonly #now: () => number
  #failures = 0
  #openUntil = 0

  constructor({ pause, maxPause = pause, trials = 'one', now = Date.now }: Options) {
    this.#pause = pause
    this.#maxPause = maxPause
    this.#trials = trials
    this.#now = now
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = this.#now()
    if (startedAt < this.#openUntil) throw new CircuitOpenError()
    const isTrial = this.#failures > 0
    if (isTrial && this.#trials === 'one') this.#openUntil = startedAt + this.#pauseAfter(this.#failures)
    try {
      const result = await work()
      if (this.#trials === 'one' || this.#now() >= this.#openUntil) {
        this.#failures = 0
        this.#openUntil = 0
      }
      return result
    } catch (error) {
      // Calls that started together fail together, so they count as one failure.
      if (isTrial || this.#now() >= this.#openUntil) this.#open()
      throw error
    }
  }

  #open(): void {
    this.#failures++
    this.#openUntil = this.#now() + this.#pauseAfter(this.#failures)
  }

  #pauseAfter(failures: number): number {
    return Math.min(this.#maxPause, this.#pause * 2 ** Math.min(failures - 1, 30))
  }
}
