// @module-tag deep
import fc from 'fast-check'
import { expect, inject, it, vi } from 'vitest'
import { MINUTE, monthKey, nextMonth, SECOND, wait } from './clock.ts'
import { type Customer, openQuotaWorker } from './quota-worker.ts'

const ISOLATES = 5
/** Histories that share the jobs of their last minutes. Each has its own customer. */
const BATCH = 10

const worker = await openQuotaWorker('histories', ISOLATES)

/** Each action uses some of its fields. */
const step = {
  isolate: fc.nat({ max: ISOLATES - 1 }),
  count: fc.integer({ min: 1, max: 5 }),
  service: fc.constantFrom('neon', 'upstash'),
  /** Whether only the answer is lost. */
  after: fc.boolean(),
  times: fc.constantFrom(1, 2, 5, 1_000),
  limit: fc.nat({ max: 20 }),
}
type Step = { [Field in keyof typeof step]: (typeof step)[Field] extends fc.Arbitrary<infer T> ? T : never }

/** What one month may cost. */
type Month = {
  /** The highest one. */
  limit: number
  answered: number
  /** Calls that were counted without an answer, while PostgreSQL couldn't take them back. */
  unanswered: number
  /** Calls that isolates answer before they count them, or that PostgreSQL doesn't know when it decides. */
  over: number
  /** The most calls that PostgreSQL had decided, and that the counter didn't include yet. */
  decided: number
  /** The most calls that waited in the queue while a job corrected counters. */
  behind: number
}
const newMonth = (limit: number): Month => ({
  limit,
  answered: 0,
  unanswered: 0,
  over: ISOLATES,
  decided: 0,
  behind: 0,
})

type Run = {
  customer: Customer
  history: History
  /** The last one. */
  limit: number
  month: Month
  endedMonth?: Month
  /** Of the month in Redis. */
  snapshot: Record<string, string>
}

/** That share the jobs. */
let runs: Run[] = []

const waiting = async ({ customer, month }: Run) =>
  Math.max(0, month.answered - (await customer.rowsIn(monthKey())))

async function forget(run: Run) {
  run.month.over += await waiting(run)
}

async function flush(run: Run) {
  await forget(run)
  await worker.forgetQuota(run.customer.organizationId)
}

const actions = {
  async call({ customer, month }, { isolate, count }) {
    const on = worker.isolates.slice(isolate, isolate + 1)
    month.answered += await customer.answered(count, { on, parallel: 1 })
  },
  async callAll({ customer, month }, { count }) {
    month.answered += await customer.answered(count * ISOLATES)
  },
  async fail(run, { service, after, times }) {
    await worker.fault({ service, after, times })
    if (service === 'neon') run.month.unanswered += after ? times : 0
    else {
      await forget(run)
      run.month.over += ISOLATES
    }
  },
  recover: () => worker.recover(),
  wait: () => wait(5 * SECOND),
  async runJobs() {
    await wait(MINUTE)
    await worker.runCron()
    for (const run of runs) run.month.behind = Math.max(run.month.behind, await waiting(run))
  },
  flush,
  async takeSnapshot(run) {
    run.snapshot = await worker.quotaOf(run.customer.organizationId)
  },
  async rollBack(run) {
    await flush(run)
    const fields = Object.entries(run.snapshot).flat()
    const key = worker.quotaKeyOf(run.customer.organizationId)
    if (fields.length > 0) await worker.redis('HSET', key, ...fields)
  },
  async changeLimit(run, { limit }) {
    await run.customer.setLimit(limit)
    await flush(run)
    await wait(5 * SECOND)
    run.limit = limit
    run.month.limit = Math.max(run.month.limit, limit)
  },
} satisfies Record<string, (run: Run, step: Step) => Promise<unknown>>

const action = fc.oneof(
  { weight: 70, arbitrary: fc.constantFrom('call', 'callAll', 'fail') },
  { weight: 45, arbitrary: fc.constantFrom('recover', 'wait', 'runJobs', 'flush') },
  { weight: 15, arbitrary: fc.constantFrom('takeSnapshot', 'rollBack', 'changeLimit') },
)
const steps = fc.array(fc.record({ action, ...step }), { minLength: 1, maxLength: 15 })
const history = fc.record({
  tier: fc.constantFrom('FREE', 'PRO'),
  limit: fc.integer({ min: 1, max: 20 }),
  before: steps,
  after: steps,
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

async function play(run: Run, part: 'before' | 'after') {
  run.snapshot = {}
  for (const { action, ...step } of run.history[part]) {
    await actions[action](run, step)
    run.month.decided = Math.max(run.month.decided, await run.customer.decided())
  }
  await worker.recover()
}

function check({ history }: Run, { limit, answered, unanswered, ...more }: Month, rows: number) {
  const text = JSON.stringify(history)
  expect(rows, text).toBeLessThanOrEqual(
    limit + (history.tier === 'FREE' ? 0 : more.over + more.decided + more.behind),
  )
  expect(rows, text).toBeLessThanOrEqual(answered + unanswered)
  expect(rows, text).toBeGreaterThanOrEqual(answered)
}

async function playTogether(turnsMonth: boolean, histories: readonly History[]) {
  // They keep the arguments of every call.
  vi.clearAllMocks()
  await worker.fakes.reset(worker.namespace)
  await worker.fakes.flushRedis(worker.namespace)
  await worker.sql('delete from organizations')
  worker.callQueue.drop()
  runs = []
  for (const history of histories) {
    const { limit } = history
    runs.push({
      customer: await worker.customer(history),
      history,
      limit,
      month: newMonth(limit),
      snapshot: {},
    })
  }
  for (const run of runs) await play(run, 'before')
  const endedMonth = monthKey()
  if (turnsMonth) {
    vi.setSystemTime(nextMonth())
    for (const run of runs) Object.assign(run, { endedMonth: run.month, month: newMonth(run.limit) })
  }
  for (const run of runs) await play(run, 'after')

  // A cron that is cut off keeps its jobs for 5 minutes.
  await wait(5 * MINUTE)
  await worker.minutes(5)
  for (const run of runs) {
    const { used, rows } = await run.customer.counts()
    expect(used, JSON.stringify(run.history)).toBe(rows)
    check(run, run.month, rows)
    const next = await run.customer.answered(1)
    expect(next, JSON.stringify(run.history)).toBe(rows < run.limit ? 1 : 0)
    if (run.endedMonth) check(run, run.endedMonth, await run.customer.rowsIn(endedMonth))
  }
}

it('keeps the limit and the counts in every history', { timeout: 86_400_000 }, async () => {
  const batches = Math.ceil(inject('quotaHistories') / BATCH)
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(history, { minLength: BATCH, maxLength: BATCH }),
    playTogether,
  )
  await fc.assert(property, { numRuns: batches, endOnFailure: true })
})
