import { type CallOptions, type Http, readJson, sleep } from './http.ts'
import type { Validation } from './types.ts'

/** If the API names none. */
const POLL_AFTER_SECONDS = 15

/** Validations with `async` whose register was down. */
export class Validations {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(validationId: string, options: CallOptions = {}): Promise<Validation> {
    return readJson(this.#http(`/validations/${validationId}`, options))
  }

  /** Resolves when the register has responded, or at the deadline. */
  async wait(validationId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Validation> {
    for (;;) {
      const response = await this.#http(`/validations/${validationId}`, { ...(signal && { signal }) })
      const validation: Validation = await response.json()
      if (!validation.pending) return validation
      const seconds = Number(response.headers.get('Retry-After')) || POLL_AFTER_SECONDS
      await sleep(seconds * 1_000, signal)
    }
  }

  /** Its number and result. One that is pending stops waiting. */
  async delete(validationId: string, options: CallOptions = {}): Promise<void> {
    await this.#http(`/validations/${validationId}`, { ...options, method: 'DELETE', json: {} })
  }
}
