import { BoundedCache } from './bounded-cache.ts'
import { beforeDeadline, sleep } from './time.ts'

type Flight<Result> = { deadline: number; outcome?: { result: Result } | { error: unknown } }

const MAX_FLIGHTS = 10_000
const FIRST_DELAY_MS = 5
const LONGEST_DELAY = 50

/** Callers share the outcome and not the promise, which is canceled with the request that made it. */
export class SingleFlight<Result extends NonNullable<unknown>> {
  readonly #flights = new BoundedCache<string, Flight<Result>>(MAX_FLIGHTS)

  async run(key: string, deadline: number, work: () => Promise<Result>): Promise<Result | undefined> {
    const current = this.#flights.get(key)
    if (current && current.deadline > Date.now()) {
      await waitFor(current, deadline)
      return resultOf(current)
    }
    const flight: Flight<Result> = { deadline }
    this.#flights.set(key, flight)
    await beforeDeadline(this.#settle(key, flight, work), deadline)
    return resultOf(flight)
  }

  async #settle(key: string, flight: Flight<Result>, work: () => Promise<Result>): Promise<void> {
    try {
      flight.outcome = { result: await work() }
    } catch (error) {
      flight.outcome = { error }
    }
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}

async function waitFor(flight: Flight<unknown>, deadline: number): Promise<void> {
  for (let delay = FIRST_DELAY_MS; !flight.outcome; delay = Math.min(delay * 2, LONGEST_DELAY)) {
    const timeLeft = deadline - Date.now()
    if (timeLeft <= 0) return
    await sleep(Math.min(delay, timeLeft))
  }
}

function resultOf<Result>({ outcome }: Flight<Result>): Result | undefined {
  if (outcome && 'error' in outcome) throw outcome.error
  return outcome?.result
}
