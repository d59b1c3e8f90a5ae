import { HOUR } from '#worker/lib/time.ts'

const FAILURES = 3
const PAUSE_MS = 15_000
const MAX_PAUSE_MS = 300_000
const FORGOTTEN_MS = HOUR

export type BreakerState = { failures: number; failedAt: number; pausedUntil: number }
export type BreakerChange = 'opened' | 'closed'

export class RegisterBreaker {
  #state: BreakerState

  constructor(state: BreakerState = closed) {
    this.#state = state
  }

  get state(): BreakerState {
    return this.#state
  }

  isOpen(now: number): boolean {
    return now < this.#state.pausedUntil
  }

  failures(now: number): number {
    return now < this.#state.failedAt + FORGOTTEN_MS ? this.#state.failures : 0
  }

  hasOpened(now: number): boolean {
    return this.failures(now) >= FAILURES
  }

  startCall(now: number, until: number): void {
    if (this.hasOpened(now)) this.#state = { ...this.#state, pausedUntil: until }
  }

  recordAnswer(now: number): BreakerChange | undefined {
    const change = this.hasOpened(now) ? 'closed' : undefined
    this.#state = closed
    return change
  }

  recordFailure(now: number, requestedPause = 0): BreakerChange | undefined {
    const failures = this.failures(now) + 1
    const pause = Math.max(requestedPause, failures >= FAILURES ? pauseAfter(failures) : 0)
    this.#state = {
      failures,
      failedAt: now,
      pausedUntil: pause > 0 ? now + pause : this.#state.pausedUntil,
    }
    return failures === FAILURES ? 'opened' : undefined
  }
}

const closed: BreakerState = { failures: 0, failedAt: 0, pausedUntil: 0 }

const pauseAfter = (failures: number) => Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** (failures - FAILURES))
