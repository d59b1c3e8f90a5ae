import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import type { Answer } from '../harness.ts'
import { MINUTE, monthKey, nextMonth, SECOND, wait } from './clock.ts'
import { type Account, answered, openQuotaWorker, type QuotaWorker } from './quota-worker.ts'

const ISOLATES = 5
/** Histories that share the jobs of their last minutes. Each has its own organization. */
const BATCH = 10

let worker: QuotaWorker
beforeAll(async () => {
  worker = await openQuotaWorker('histories', ISOLATES)
})
afterAll(() => worker.close())

const isolate = fc.nat({ max: ISOLATES - 1 })
const count = fc.integer({ min: 1, max: 5 })
const kind = <T extends string>(name: T) => fc.record({ do: fc.constant(name) })
const step = fc.oneof(
  { weight: 30, arbitrary: fc.record({ do: fc.constant('call'), isolate, count }) },
  { weight: 20, arbitrary: fc.record({ do: fc.constant('call all isolates'), count }) },
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('fail'),
      service: fc.constantFrom('neon', 'upstash'),
      /** Whether only the answer is lost. */
      after: fc.boolean(),
      times: fc.constantFrom(1, 2, 5, 1_000),
    }),
  },
  { weight: 15, arbitrary: kind('recover') },
  { weight: 10, arbitrary: kind('wait 5 seconds') },
  { weight: 10, arbitrary: kind('run jobs') },
  { weight: 10, arbitrary: kind('flush Redis') },
  { weight: 5, arbitrary: kind('take a snapshot') },
  { weight: 5, arbitrary: kind('roll Redis back') },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change the limit'), limit: fc.nat({ max: 20 }) }) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 15 })
const history = fc.record({
  tier: fc.constantFrom('FREE', 'PRO'),
  limit: fc.integer({ min: 1, max: 20 }),
  before: steps,
  after: steps,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

/** What one month may cost. */
class Model {
  /** The highest and the last one. */
  limit: number
  lastLimit: number
  answered = 0
  /** Calls that were counted without an answer, while PostgreSQL couldn't take them back. */
  unanswered = 0
  /** Calls over the limit: those that isolates answer before they count them, and before PostgreSQL has recorded them. */
  over = 0

  readonly tier: History['tier']

  constructor(tier: History['tier'], limit: number) {
    this.tier = tier
    this.limit = limit
    this.lastLimit = limit
  }

  count(answers: readonly Answer[]) {
    this.answered += answered(answers)
  }

  /** Calls of a paid organization that PostgreSQL doesn't know when it decides. */
  async forget(account: Account) {
    if (this.tier === 'PRO') this.over += Math.max(0, this.answered - (await account.rowsIn(monthKey())))
  }

  check(rows: number, what: unknown) {
    const text = JSON.stringify(what)
    expect(rows, text).toBeLessThanOrEqual(this.limit + (this.tier === 'FREE' ? 0 : ISOLATES + this.over))
    expect(rows, text).toBeLessThanOrEqual(this.answered + this.unanswered)
    expect(rows, text).toBeGreaterThanOrEqual(this.answered)
  }
}

async function play(account: Account, model: Model, steps: readonly Step[]): Promise<void> {
  let snapshot: Record<string, string> = {}
  for (const step of steps) {
    if (step.do === 'call') {
      const on = worker.isolates.slice(step.isolate, step.isolate + 1)
      model.count(await account.calls(step.count, { on, parallel: 1 }))
    } else if (step.do === 'call all isolates') {
      model.count(await account.calls(step.count * ISOLATES))
    } else if (step.do === 'fail') {
      const { service, after, times } = step
      await worker.fakes.fault({ service, mode: 'fail', after, times, namespace: worker.namespace })
      if (service === 'upstash') {
        await model.forget(account)
        if (model.tier === 'PRO') model.over += ISOLATES
      } else model.unanswered += after ? times : 0
    } else if (step.do === 'recover') {
      await worker.recover()
    } else if (step.do === 'wait 5 seconds') {
      await wait(5 * SECOND)
    } else if (step.do === 'run jobs') {
      await wait(MINUTE)
      await worker.runCron()
    } else if (step.do === 'flush Redis') {
      await model.forget(account)
      await worker.redis('DEL', account.key())
    } else if (step.do === 'take a snapshot') {
      snapshot = await worker.quotaOf(account.organizationId)
    } else if (step.do === 'roll Redis back') {
      await model.forget(account)
      await worker.restore(account.key(), snapshot)
    } else {
      await worker.sql('update organization_quotas set monthly_limit = $2 where organization_id = $1', [
        account.organizationId,
        step.limit,
      ])
      await model.forget(account)
      await worker.redis('DEL', account.key())
      await wait(5 * SECOND)
      model.limit = Math.max(model.limit, step.limit)
      model.lastLimit = step.limit
    }
  }
  await worker.recover()
}

type Run = { account: Account; history: History; model: Model }

async function playTogether(turnsMonth: boolean, histories: readonly History[]): Promise<void> {
  // They keep the arguments of every call.
  vi.clearAllMocks()
  await worker.fakes.reset(worker.namespace)
  await worker.fakes.flushRedis(worker.namespace)
  await worker.sql("delete from organizations where name = 'History'")
  worker.callQueue.drop()
  const accounts = await worker.accounts(histories)
  const runs = histories.flatMap((history, index): Run[] => {
    const { [index]: account } = accounts
    return account ? [{ account, history, model: new Model(history.tier, history.limit) }] : []
  })
  for (const { account, history, model } of runs) await play(account, model, history.before)
  const endedMonth = monthKey()
  const before = runs.map(({ model }) => model)
  if (turnsMonth) vi.setSystemTime(nextMonth())
  for (const run of runs) {
    if (turnsMonth) run.model = new Model(run.history.tier, run.model.lastLimit)
    await play(run.account, run.model, run.history.after)
  }

  // A cron that is cut off keeps its jobs for 5 minutes.
  await wait(5 * MINUTE)
  await worker.minutes(5)
  for (const [index, { account, history, model }] of runs.entries()) {
    const { used, rows } = await account.counts()
    expect(used, JSON.stringify(history)).toBe(rows)
    model.check(rows, history)
    const next = answered(await account.calls(1))
    expect(next, JSON.stringify(history)).toBe(rows < model.lastLimit ? 1 : 0)
    if (turnsMonth) before[index]?.check(await account.rowsIn(endedMonth), history)
  }
}

it('keeps the limit and the counts in every history', { tags: 'deep', timeout: 86_400_000 }, async () => {
  const batches = Math.ceil(inject('quotaHistories') / BATCH)
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(history, { minLength: BATCH, maxLength: BATCH }),
    playTogether,
  )
  await fc.assert(property, { numRuns: batches, endOnFailure: true })
})
