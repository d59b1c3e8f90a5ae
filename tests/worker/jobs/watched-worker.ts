import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { beforeEach, expect } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import type { System } from '#worker/admin/contract.ts'
import entry from '#worker/index.ts'
import { alertOperator } from '#worker/jobs/alert-operator.ts'
import { recordSlots } from '#worker/jobs/record-slots.ts'
import type { Health } from '#worker/service/contract.ts'

/** One whose operator gets emails, and whose problems are forgotten before each test. */
export async function openWatchedWorker(name: string) {
  /** Others in each test. */
  let to = ''
  let epoch = ''
  const worker = await openWorker(name)
  const member = await worker.signUp()

  const context = () => worker.context({ ALERT_EMAIL: to, CACHE_EPOCH: epoch })
  const check = async () => {
    await alertOperator(context())
    await worker.settle()
  }
  /** A look that finds nothing, and one ten minutes later. */
  const checkTheEnd = async () => {
    await check()
    await worker.sql`update alerts set missing_since = missing_since - interval '10 minutes'`
    await check()
  }
  const emails = () => worker.fakes.mailbox(to)
  const subjects = async () => (await emails()).map(({ subject }) => subject)
  const health = async () =>
    (await worker.administrator.call<Health>('/api/health', { settings: { CACHE_EPOCH: epoch } })).body
  const system = async () => (await worker.administrator.call<System>('/api/admin/system')).body
  const problems = async () => (await health()).problems.map(({ code }) => code)
  const status = async () => (await health()).status
  const markKey = () => `mark:${epoch}`
  const newEpoch = async () => {
    epoch = crypto.randomUUID().slice(0, 8)
  }

  beforeEach(async () => {
    to = `${crypto.randomUUID()}@example.test`
    await newEpoch()
    await worker.fakes.reset(worker.namespace)
    await worker.sql('truncate job_runs, alerts, dead_calls, mails, payment_jobs, service_slots, redis_marks')
    await jobRan('delete-due-tokens', 0)
  })

  const jobRan = (name: string, minutesAgo: number) =>
    worker.sql(
      `insert into job_runs (name, next_run_at, started_at, finished_at, succeeded_at, succeeded)
       values ($1, now(), now(), now(), now() - make_interval(mins => $2), false)`,
      [name, minutesAgo],
    )

  const recordSlotsIn = (milliseconds: number) =>
    recordSlots({ ...context(), now: new Date(Date.now() + milliseconds) })

  /** A call that was counted before its answer. The isolate is killed before it records the outcome. */
  async function callAndDie(token: string): Promise<void> {
    await worker.validate(token)
    worker.callQueue.drop()
  }

  /** Cloudflare delivers what the queue for calls gave up. */
  async function giveUp(body: object): Promise<string> {
    const id = crypto.randomUUID()
    const batch = createMessageBatch('tinproof-calls-dead', [
      { id, timestamp: new Date(), attempts: 1, body },
    ])
    await entry.queue(batch, worker.settings, { waitUntil() {} })
    const { outcome, retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect([outcome, retryMessages]).toEqual(['ok', []])
    return id
  }

  return {
    ...worker,
    ...{ member, context, newEpoch, markKey, jobRan, recordSlotsIn, callAndDie, giveUp },
    ...{ check, checkTheEnd, emails, subjects, health, system, problems, status },
  }
}
