import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { type Answer, openIsolates } from '../harness.ts'
import {
  type Account,
  agree,
  answered,
  MINUTE,
  monthKey,
  moveClock,
  nextMonth,
  openQuotaWorker,
  type QuotaWorker,
  SECOND,
} from './quota-worker.ts'

const ISOLATES = 5
/** Histories that share the jobs of their last minutes. Each has its own organization. */
const BATCH = 10

let worker: QuotaWorker
beforeAll(async () => {
  worker = await openQuotaWorker('histories', ISOLATES)
})
afterAll(() => worker.close())

const isolate = fc.nat({ max: ISOLATES - 1 })
const count = fc.integer({ min: 1, max: 8 })
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
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change the limit'), limit: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill'), isolate, count }) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 15 })
const history = fc.record({
  tier: fc.constantFrom('FREE', 'PRO'),
  limit: fc.integer({ min: 1, max: 30 }),
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
  /** Answers of killed isolates, which they may not have recorded. */
  unrecorded = 0
  /** Calls that killed isolates may have recorded without an answer. */
  unanswered = 0
  /** Calls over the limit. */
  over: number
  /** Answers of each isolate that may not be recorded yet. */
  readonly unsettled = Array.from({ length: ISOLATES }, () => 0)

  constructor({ tier, limit }: Pick<History, 'tier' | 'limit'>) {
    this.limit = limit
    this.lastLimit = limit
    this.over = tier === 'FREE' ? 0 : ISOLATES
  }

  count(answers: readonly Answer[], isolates: readonly number[]) {
    this.answered += answered(answers)
    for (const index of isolates) this.unsettled[index] = (this.unsettled[index] ?? 0) + answered(answers)
  }
}

async function play(account: Account, model: Model, steps: readonly Step[]): Promise<void> {
  let snapshot: readonly string[] = []
  // Killed isolates must not lose calls of other histories.
  if (steps.some((step) => step.do === 'kill')) await worker.settle()
  for (const step of steps) {
    if (step.do === 'call') {
      const on = worker.isolates.slice(step.isolate, step.isolate + 1)
      model.count(await account.calls(step.count, { on, parallel: 1 }), [step.isolate])
    } else if (step.do === 'call all isolates') {
      model.count(await account.calls(step.count * ISOLATES), [...worker.isolates.keys()])
    } else if (step.do === 'fail') {
      const { service, after, times } = step
      await worker.fakes.fault({ service, mode: 'fail', after, times, namespace: worker.namespace })
    } else if (step.do === 'recover') {
      await worker.recover()
    } else if (step.do === 'wait 5 seconds') {
      moveClock(5 * SECOND)
    } else if (step.do === 'run jobs') {
      // The jobs rely on it: work after a response ends within 30 seconds.
      await worker.settle()
      moveClock(MINUTE)
      await worker.runCron()
    } else if (step.do === 'flush Redis') {
      await worker.redis('DEL', account.key())
    } else if (step.do === 'take a snapshot') {
      snapshot = await worker.snapshot(account.key())
    } else if (step.do === 'roll Redis back') {
      await worker.restore(account.key(), snapshot)
      model.over += Math.max(0, Number(snapshot[snapshot.indexOf('left') + 1] ?? 0))
    } else if (step.do === 'change the limit') {
      await worker.sql('update organization_quotas set monthly_limit = $2 where organization_id = $1', [
        account.organizationId,
        step.limit,
      ])
      await worker.redis('DEL', account.key())
      model.limit = Math.max(model.limit, step.limit)
      model.lastLimit = step.limit
    } else {
      await kill(account, model, step.isolate, step.count)
    }
  }
  await worker.recover()
}

async function kill(account: Account, model: Model, index: number, count: number): Promise<void> {
  const victim = worker.isolates[index]
  const calls = Array.from({ length: count }, async () => {
    const answer = await victim?.validate(account.token)
    victim?.kill()
    return answer
  })
  const answers = (await Promise.all(calls)).filter((answer) => answer !== undefined)
  model.answered += answered(answers)
  model.unrecorded += answered(answers) + (model.unsettled[index] ?? 0)
  model.unanswered += answers.filter(({ status }) => status === 0).length
  if (model.over > 0) model.over += 1
  worker.isolates.splice(index, 1, ...(await openIsolates(worker, 1)))
}

function check(model: Model, rows: number, what: unknown) {
  expect(rows, JSON.stringify(what)).toBeLessThanOrEqual(model.limit + model.over)
  expect(rows, JSON.stringify(what)).toBeLessThanOrEqual(model.answered + model.unanswered)
  expect(rows, JSON.stringify(what)).toBeGreaterThanOrEqual(model.answered - model.unrecorded)
}

async function playTogether(turnsMonth: boolean, histories: readonly History[]): Promise<void> {
  await worker.fakes.reset(worker.namespace)
  await worker.fakes.flushRedis(worker.namespace)
  await worker.sql("delete from organizations where name = 'History'")
  const accounts = await worker.accounts(histories)
  const runs = accounts.map((account, index) => {
    const { [index]: one = { tier: 'FREE', limit: 0, before: [], after: [] } as const } = histories
    return { account, history: one, model: new Model(one) }
  })
  for (const { account, history, model } of runs) await play(account, model, history.before)
  const endedMonth = monthKey()
  if (turnsMonth) vi.setSystemTime(nextMonth())
  const before = runs.map(({ model }) => model)
  for (const run of runs) {
    if (turnsMonth) run.model = new Model({ ...run.history, limit: run.model.lastLimit })
    await play(run.account, run.model, run.history.after)
  }
  // A cron run that is cut off keeps its jobs for 5 minutes.
  moveClock(5 * MINUTE)
  await worker.minutes(3)
  for (const [index, { account, history, model }] of runs.entries()) {
    const counts = await account.counts()
    expect(counts, JSON.stringify(history)).toEqual(agree(counts.rows))
    check(model, counts.rows, history)
    const rest = answered(await account.calls(Math.max(0, model.lastLimit - counts.rows) + ISOLATES))
    expect(counts.rows + rest, JSON.stringify(history)).toBeGreaterThanOrEqual(model.lastLimit)
    expect(rest === 0 || counts.rows + rest <= model.lastLimit + ISOLATES, JSON.stringify(history)).toBe(true)
    const old = before[index]
    if (turnsMonth && old) check(old, await account.rowsIn(endedMonth), history)
  }
}

it('keeps the limit and the counts in every history', { timeout: 86_400_000 }, async () => {
  const batches = Math.ceil(inject('quotaHistories') / BATCH)
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(history, { minLength: 1, maxLength: BATCH, size: 'max' }),
    playTogether,
  )
  await fc.assert(property, { numRuns: batches, endOnFailure: true })
})
