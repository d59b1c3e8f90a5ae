import { afterAll, afterEach, expect, vi } from 'vitest'
import { recordedCall } from '#tests/worker/recorded-call.ts'
import { monthlyLimits, type Tier } from '#worker/organizations/contract.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
import { eventually } from '../eventually.ts'
import { type Answer, type Call, countStatuses, type ErrorBody, openWorker, times } from '../harness.ts'
import { type Isolate, openIsolates } from '../isolates.ts'
import { MINUTE, monthKey, nextMonth, passTime, SECOND, startClock, wait } from './clock.ts'

/** In milliseconds. Keeps calls below the burst limit of 1,000 in 10 seconds. */
const CALL_INTERVAL = 10

type Plan = { tier?: Tier; limit?: number; used?: number }
type Calls = Omit<Call, 'method' | 'cf'> & {
  on?: readonly Isolate[]
  parallel?: number
  /** Between two answers, in milliseconds. */
  interval?: number
}

export type QuotaWorker = Awaited<ReturnType<typeof openQuotaWorker>>
export type Customer = Awaited<ReturnType<QuotaWorker['customer']>>

/** For a whole file: a Worker with several isolates, and a clock that only the test moves. Each test begins without faults. */
export async function openQuotaWorker(name: string, isolateCount: number) {
  // The test's clock would run the limiters' timers outside of their Durable Objects.
  const worker = await openWorker(name, { hasLimiters: false })
  const isolates = await openIsolates(worker, isolateCount)
  startClock()
  // Every call and every fault is logged.
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  const recover = async () => {
    await worker.fakes.reset(worker.namespace)
    await wait(2 * SECOND)
  }
  afterEach(recover)
  afterAll(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  async function settle() {
    await passTime(Promise.all(isolates.map((isolate) => isolate.settle())))
    await passTime(worker.settle())
  }

  /** A customer who only calls the API. */
  function account(organizationId: string, token: string) {
    /** Calls the isolates in turn. */
    async function calls(
      count: number,
      { on = isolates, parallel = 40, interval = CALL_INTERVAL, body, ...options }: Calls = {},
    ) {
      const answers: Answer<ErrorBody>[] = []
      let next = 0
      const caller = async () => {
        while (next < count) {
          const isolate = on[next++ % on.length]
          if (isolate) answers.push(await isolate.validate(token, body, options))
          vi.advanceTimersByTime(interval)
        }
      }
      await passTime(times(parallel, caller))
      return answers
    }

    /** Of calls with a result. */
    async function rowsIn(month: string): Promise<number> {
      const [row] = await worker.sql<{ rows: number }>`
        select count(*)::int as rows from api_activities where organization_id = ${organizationId}
           and spent = 1 and to_char(timestamp at time zone 'UTC', 'YYYY-MM') = ${month}`
      return row?.rows ?? 0
    }

    return {
      organizationId,
      token,
      calls,
      /** Calls that PostgreSQL has decided, and that wait in the queue for their outcome. */
      decided: async () => {
        const [row] = await worker.sql<{ rows: number }>`select count(*)::int as rows from api_activities
          where organization_id = ${organizationId} and outcome is null`
        return row?.rows ?? 0
      },
      /** How many of the calls are answered. */
      answered: async (...made: Parameters<typeof calls>) => answered(await calls(...made)),
      statuses: async (...made: Parameters<typeof calls>) => countStatuses(await calls(...made)),
      rowsIn,
      /** This month in PostgreSQL. */
      counts: async () => {
        await settle()
        const [quota] = await worker.sql<{ used: number }>`
          select used_count as used from organization_quotas
            where organization_id = ${organizationId} and reset_date = ${nextMonth().toISOString()}`
        return { used: quota?.used ?? 0, rows: await rowsIn(monthKey()) }
      },
      /** This month in Redis. */
      counter: async () => Number((await worker.quotaOf(organizationId)).used),
      /** In PostgreSQL. */
      setLimit: (limit: number) => worker.sql`
        update organization_quotas set monthly_limit = ${limit} where organization_id = ${organizationId}`,
      /** This month in PostgreSQL. */
      setUsed: (used: number) => worker.sql`
        update organization_quotas set used_count = ${used}, reset_date = ${nextMonth().toISOString()}
          where organization_id = ${organizationId}`,
    }
  }

  /** An organization that Redis doesn't know yet, with an admin who uses the dashboard. */
  async function customer({ tier = 'FREE', limit = monthlyLimits[tier], used = 0 }: Plan = {}) {
    const member = await worker.signUp()
    const organizationId = member.organization.id
    // Sessions expire by the clock of PostgreSQL.
    await worker.sql`update session
      set expire = 'infinity', created_at = 'infinity', last_seen_at = '9999-01-01', confirmed_at = '9999-01-01'`
    await worker.sql`update organizations set tier = ${tier} where id = ${organizationId}`
    const { id: tokenId, token } = await member.createToken()
    const caller = account(organizationId, token)
    await caller.setLimit(limit)
    await caller.setUsed(used)
    await settle()
    await worker.forgetQuota(organizationId)
    return {
      ...caller,
      member,
      tokenId,
      revokeToken: () => member.delete(`/api/tokens/${tokenId}`),
      allowOnly: (ip: string) => member.patch(`/api/tokens/${tokenId}`, { allowedIps: [ip] }),
      change: (change: Parameters<typeof worker.updateOrganization>[1]) =>
        worker.updateOrganization(organizationId, change),
      recordedCall: (call: Partial<RecordedCall> = {}) => recordedCall(organizationId, { tokenId, ...call }),
    }
  }

  return {
    ...worker,
    isolates,
    first: isolates.slice(0, 1),
    others: isolates.slice(1),
    settle,
    /** While isolates still wait to take calls back. */
    deliverCalls: worker.settle,
    recover,
    account,
    customer,
    /** Waits until a call arrives. */
    redisIsCalled: () =>
      eventually(async () => {
        expect((await worker.fakes.counts(worker.namespace)).upstash.trips).toBeGreaterThan(0)
      }),
    /** Redis goes back to its data before `work`. */
    undoInRedis: async <Result>(work: () => Promise<Result>) => {
      await settle()
      await worker.fakes.saveRedis(worker.namespace)
      const result = await work()
      await settle()
      await worker.fakes.restoreRedis(worker.namespace)
      return result
    },
    runCron: () => passTime(worker.runCron()),
    /** Runs the cron jobs of the next minutes, and delivers the calls to record. */
    minutes: async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        await settle()
        await wait(MINUTE)
        await passTime(worker.runCron())
      }
    },
  }
}

export const answered = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length
export const agree = (count: number) => ({ used: count, rows: count })
