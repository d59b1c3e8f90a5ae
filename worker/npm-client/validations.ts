import { retryAfterOf } from './error.ts'
import { type CallOptions, type Http, sleep, waitCall } from './http.ts'
import type { ApiPromise } from './promises.ts'
import type { Validation } from './types.ts'

const DEFAULT_POLL_SECONDS = 15

/** Validations with `async` whose register was down. */
export class Validations {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Returns the result so far. */
  get(validationId: string, options: CallOptions = {}): ApiPromise<Validation> {
    return this.#http(['validations', validationId], options)
  }

  /** Resolves when the register has responded, or at the deadline. */
  async wait(validationId: string, options: CallOptions = {}): Promise<Validation> {
    for (;;) {
      const { data, response } = await this.get(validationId, waitCall(options)).withResponse()
      if (!data.pending) return data
      await sleep((retryAfterOf(response.headers) || DEFAULT_POLL_SECONDS) * 1_000, options.signal)
    }
  }

  /** Deletes the number and its result. One that is pending stops waiting. */
  delete(validationId: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#http(['validations', validationId], {
      ...options,
      method: 'DELETE',
      doneCode: 'VALIDATION_NOT_FOUND',
    })
  }
}
