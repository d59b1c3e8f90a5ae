import { DurableObject } from 'cloudflare:workers'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { type BucketLimit, LeakyBuckets } from '#worker/lib/leaky-buckets.ts'
import { sleep } from '#worker/lib/time.ts'
import { noAnswer } from './answers.ts'
import { type CachedAnswer, isFreshEnough } from './cached-answer.ts'
import {
  type CallOutcome,
  type CallReport,
  MIN_CALL_TIME_MS,
  type PermitRequest,
  type PermitResponse,
} from './permits.ts'
import type { NoAnswer } from './register.ts'
import { type BreakerChange, type BreakerState, RegisterBreaker } from './register-breaker.ts'

type Waiting = PermitRequest & { deadline: number; resolve: (response: PermitResponse) => void }
type Permit = Pick<PermitRequest, 'cacheKey' | 'organizationId' | 'callerClass'> & { expiresAt: number }

/** A caller that ends without a report holds its permit this long after its deadline. */
const PERMIT_MARGIN_MS = 1_000
/** Until all replicas of Redis have the answer. */
const ANSWER_TTL_MS = 10_000
const MAX_ANSWERS = 1_000

/** Coordinates the calls to a register, which the callers make. A restart forgets only the calls in flight. */
export class RegisterLimiter extends DurableObject<object> {
  readonly #waiting = new Set<Waiting>()
  readonly #permits = new Map<string, Permit>()
  readonly #answers = new BoundedCache<string, { cached: CachedAnswer; until: number }>(MAX_ANSWERS)
  readonly #breaker: RegisterBreaker
  readonly #rates: LeakyBuckets
  /** Numbers about which it had an odd answer since the last good one. */
  readonly #oddKeys = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    this.#breaker = new RegisterBreaker(ctx.storage.kv.get<BreakerState>('breaker'))
    this.#rates = new LeakyBuckets(ctx.storage.kv.get('rates'))
  }

  acquire(request: PermitRequest): Promise<PermitResponse> {
    const { promise, resolve } = Promise.withResolvers<PermitResponse>()
    this.#waiting.add({ ...request, deadline: Date.now() + request.timeLeft, resolve })
    this.#grantPermits()
    return promise
  }

  release(id: string, { cacheKey, outcome, cached, failure }: CallReport): BreakerChange | undefined {
    const now = Date.now()
    this.#permits.delete(id)
    if (cached) this.#answers.set(cacheKey, { cached, until: now + ANSWER_TTL_MS })
    // A neutral one is about its caller, who had too little time or no calls left.
    if (failure && outcome !== 'neutral') {
      for (const waiting of this.#waiting)
        if (waiting.cacheKey === cacheKey) this.#respond(waiting, { kind: 'failed', failure })
    }
    const isCounted =
      outcome !== 'failed' || this.#breaker.hasOpened(now) || this.#addOddKey(cacheKey, failure)
    const change = this.#recordOutcome(isCounted ? outcome : 'neutral', now, failure?.pause)
    this.#grantPermits()
    return change
  }

  async takeRate(limits: readonly BucketLimit[], timeLeft: number): Promise<boolean> {
    const deadline = Date.now() + timeLeft
    for (;;) {
      const now = Date.now()
      const wait = this.#rates.waitFor(limits, now)
      if (wait === 0) {
        this.#countCall(limits, now)
        return true
      }
      if (deadline - now - wait < MIN_CALL_TIME_MS) return false
      await sleep(wait)
    }
  }

  isFailing(): boolean {
    return this.#breaker.failures(Date.now()) > 0
  }

  #grantPermits(): void {
    const now = Date.now()
    for (const [id, { expiresAt }] of this.#permits) if (expiresAt <= now) this.#permits.delete(id)
    for (;;) {
      for (const waiting of this.#waiting) {
        const response = this.#responseWithoutCall(waiting, now)
        if (response) this.#respond(waiting, response)
      }
      const next = this.#nextCaller(now)
      if (!next) break
      this.#grant(next, now)
    }
    this.#wakeUp(now)
  }

  #responseWithoutCall(request: Waiting, now: number): PermitResponse | undefined {
    const { cacheKey, oldest, deadline, rates } = request
    const answer = this.#answers.get(cacheKey)
    if (answer && answer.until > now && isFreshEnough(answer.cached, oldest, now))
      return { kind: 'answered', cached: answer.cached }
    const isInFlight = this.#isInFlight(cacheKey)
    if (!isInFlight && this.#breaker.isOpen(now)) return { kind: 'failed', failure: noAnswer('PAUSED') }
    const wait = isInFlight ? 0 : this.#rates.waitFor(rates, now)
    return deadline - now - wait < MIN_CALL_TIME_MS
      ? { kind: 'failed', failure: noAnswer('BUSY') }
      : undefined
  }

  /** A paid tier doesn't yield to FREE, and no single call to a batch. */
  #nextCaller(now: number): Waiting | undefined {
    const ready = [...this.#waiting].filter((request) => this.#isReady(request, now))
    const callsOf = ({ organizationId }: Waiting) =>
      this.#countPermits((permit) => permit.organizationId === organizationId)
    const single = ready.filter(({ callerClass }) => callerClass !== 'batch')
    const fewest = Math.min(...single.map(callsOf))
    const fewestPaid = Math.min(...single.filter(({ callerClass }) => callerClass === 'paid').map(callsOf))
    return single.length === 0
      ? ready[0]
      : single.find((each) => callsOf(each) <= (each.callerClass === 'paid' ? fewestPaid : fewest))
  }

  #isReady({ cacheKey, callerClass, concurrent, concurrentOfClass, rates }: Waiting, now: number): boolean {
    return (
      this.#permits.size < concurrent &&
      this.#countPermits((permit) => permit.callerClass === callerClass) < concurrentOfClass &&
      !this.#isInFlight(cacheKey) &&
      this.#rates.waitFor(rates, now) === 0
    )
  }

  #grant(request: Waiting, now: number): void {
    const { cacheKey, organizationId, callerClass, deadline, rates } = request
    const id = crypto.randomUUID()
    const expiresAt = deadline + PERMIT_MARGIN_MS
    this.#permits.set(id, { cacheKey, organizationId, callerClass, expiresAt })
    this.#breaker.startCall(now, expiresAt)
    this.#countCall(rates, now)
    this.#respond(request, { kind: 'permit', id })
  }

  #respond(request: Waiting, response: PermitResponse): void {
    this.#waiting.delete(request)
    request.resolve(response)
  }

  #wakeUp(now: number): void {
    clearTimeout(this.#timer)
    if (this.#waiting.size === 0) return
    const times = [...this.#permits.values()].map(({ expiresAt }) => expiresAt)
    for (const { deadline, rates } of this.#waiting) {
      const wait = this.#rates.waitFor(rates, now)
      times.push(deadline - MIN_CALL_TIME_MS + 1, ...(wait > 0 ? [now + wait] : []))
    }
    this.#timer = setTimeout(() => this.#grantPermits(), Math.max(1, Math.min(...times) - now))
  }

  /** False for another odd answer about the same number: it says nothing new about the register. */
  #addOddKey(cacheKey: string, failure: NoAnswer | undefined): boolean {
    if (failure?.reason !== 'UNREADABLE' && failure?.reason !== 'WRONG_NUMBER') return true
    const isNew = !this.#oddKeys.has(cacheKey)
    this.#oddKeys.add(cacheKey)
    return isNew
  }

  #isInFlight = (cacheKey: string) => this.#countPermits((permit) => permit.cacheKey === cacheKey) > 0

  #countPermits(matches: (permit: Permit) => boolean): number {
    return [...this.#permits.values()].filter(matches).length
  }

  #countCall(limits: readonly BucketLimit[], now: number): void {
    if (limits.length === 0) return
    this.#save('rates', this.#rates.take(limits, now))
  }

  #recordOutcome(outcome: CallOutcome, now: number, pause: number | undefined): BreakerChange | undefined {
    const before = this.#breaker.state
    if (outcome === 'answered') this.#oddKeys.clear()
    const change =
      outcome === 'answered'
        ? this.#breaker.recordAnswer(now)
        : outcome === 'failed'
          ? this.#breaker.recordFailure(now, pause)
          : undefined
    if (this.#breaker.state !== before) this.#save('breaker', this.#breaker.state)
    return change
  }

  #save(key: string, value: unknown): void {
    void this.ctx.storage.put(key, value, { allowUnconfirmed: true })
  }
}
