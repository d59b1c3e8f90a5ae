import { Batches } from './batches.ts'
import { Events } from './events.ts'
import { type CallOptions, type ClientOptions, createHttp, type Http } from './http.ts'
import { Monitors } from './monitors.ts'
import type { ApiPromise } from './promises.ts'
import { Records } from './records.ts'
import type { Countries, Registers, ValidateInput, Validation } from './types.ts'
import { Validations } from './validations.ts'

/**
 * ```ts
 * const tinproof = new Tinproof({ token: process.env.TINPROOF_TOKEN })
 * const { result } = await tinproof.validate({ countryCode: 'DE', tin: '136695976' })
 * ```
 * All calls throw `TinproofError`.
 */
export class Tinproof {
  readonly batches: Batches
  readonly events: Events
  readonly monitors: Monitors
  readonly records: Records
  readonly validations: Validations
  readonly #http: Http

  constructor(options: ClientOptions) {
    const { token } = options
    if (!token) throw new TypeError('A token is required: new Tinproof({ token })')
    if (/[^!-~]/.test(token.trim())) throw new TypeError('The token has a character that no API token has.')
    this.#http = createHttp({ ...options, token })
    this.batches = new Batches(this.#http)
    this.events = new Events(this.#http)
    this.monitors = new Monitors(this.#http)
    this.records = new Records(this.#http)
    this.validations = new Validations(this.#http)
  }

  /** Validates a number. An invalid one doesn't throw. With `async`, `validations.wait` waits for one that is `pending`. */
  validate(input: ValidateInput, options: CallOptions = {}): ApiPromise<Validation> {
    return this.#http(['validate'], { ...options, method: 'POST', json: input, isIdempotent: true })
  }

  /** Returns the countries and types that the API knows. */
  countries(options: CallOptions = {}): ApiPromise<Countries> {
    return this.#http(['countries'], options)
  }

  /** Returns the status of each official register. */
  registers(options: CallOptions = {}): ApiPromise<Registers> {
    return this.#http(['registers'], options)
  }
}
