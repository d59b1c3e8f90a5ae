import { BoundedCache } from './bounded-cache.ts'
import { beforeDeadline } from './deadline.ts'

const MAX_FLIGHTS = 10_000

/**
 * On Workers, a promise of another request may never settle because that request was canceled. So each caller stops
 * waiting at its own deadline, and a flight is shared only until its starter's deadline.
 */
export class SingleFlight<Result extends NonNullable<unknown>> {
  readonly #flights = new BoundedCache<string, { result: Promise<Result>; deadline: number }>(MAX_FLIGHTS)

  async run(key: string, deadline: number, work: () => Promise<Result>): Promise<Result | undefined> {
    const current = this.#flights.get(key)
    if (current && current.deadline > Date.now()) return beforeDeadline(current.result, deadline)
    const flight = { result: work(), deadline }
    this.#flights.set(key, flight)
    try {
      return await beforeDeadline(flight.result, deadline)
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }
}
