import { expect, vi } from 'vitest'
import { monthlyLimits, type Tier } from '#worker/organizations/contract.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import { type Answer, type ErrorBody, type Member, openWorker } from '../harness.ts'
import { type Isolate, openIsolates } from '../isolates.ts'
import { MINUTE, monthKey, nextMonth, passTime, SECOND, startClock, wait } from './clock.ts'

/** In milliseconds. Keeps calls below the burst limit of 1,000 in 10 seconds. */
const CALL_INTERVAL = 10

type Calls = {
  on?: readonly Isolate[]
  parallel?: number
  /** Between two answers, in milliseconds. */
  interval?: number
  body?: unknown
  headers?: Record<string, string>
}
type Plan = { tier?: Tier; limit?: number; used?: number }

export type QuotaWorker = Awaited<ReturnType<typeof openQuotaWorker>>
export type Account = ReturnType<QuotaWorker['account']>
export type Customer = Awaited<ReturnType<QuotaWorker['customer']>>

/** A Worker with several isolates, and a clock that only the test moves. */
export async function openQuotaWorker(name: string, isolateCount: number) {
  // The test's clock would run the limiters' timers outside of their Durable Objects.
  const worker = await openWorker(name, { hasLimiters: false })
  const isolates = await openIsolates(worker, isolateCount)
  startClock()
  // Every call and every fault is logged.
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  const settle = async () => {
    await passTime(Promise.all(isolates.map((isolate) => isolate.settle())))
    await passTime(worker.settle())
  }
  let customers = 0

  /** A customer who only calls the API. */
  function account(organizationId: string, token: string) {
    const key = () => worker.quotaKeyOf(organizationId)
    return {
      organizationId,
      token,
      /** Of the current month in Redis. */
      key,
      /** Calls the isolates in turn. */
      calls: async (
        count: number,
        { on = isolates, parallel = 40, interval = CALL_INTERVAL, body, headers }: Calls = {},
      ) => {
        const answers: Answer<ErrorBody>[] = []
        let next = 0
        const caller = async () => {
          while (next < count) {
            const isolate = on[next++ % on.length]
            if (isolate) answers.push(await isolate.validate(token, body, { ...(headers && { headers }) }))
            vi.advanceTimersByTime(interval)
          }
        }
        await passTime(Promise.all(Array.from({ length: parallel }, caller)))
        return answers
      },
      /** The calls of this month that were answered: PostgreSQL's count and its rows. */
      counts: async () => {
        await settle()
        const [row] = await worker.sql<{ used: number }>(
          `select used_count as used from organization_quotas
            where organization_id = $1 and reset_date = $2`,
          [organizationId, nextMonth().toISOString()],
        )
        return { used: row?.used ?? 0, rows: await rowsIn(monthKey()) }
      },
      /** Of the month, in Redis. */
      counter: async () => Number(await worker.redis('HGET', key(), 'used')),
      rowsIn,
    }

    async function rowsIn(month: string): Promise<number> {
      const [row] = await worker.sql<{ rows: number }>(
        `select count(*)::int as rows from api_activities
          where organization_id = $1 and spent = 1 and to_char(timestamp at time zone 'UTC', 'YYYY-MM') = $2`,
        [organizationId, month],
      )
      return row?.rows ?? 0
    }
  }

  return {
    ...worker,
    isolates,
    settle,
    account,
    /** Waits for a call that arrives at the service. */
    called: (service: 'neon' | 'upstash') =>
      expect
        .poll(async () => (await worker.fakes.counts(worker.namespace))[service].trips)
        .toBeGreaterThan(0),
    runCron: () => passTime(worker.runCron()),
    updateOrganization: (...update: Parameters<typeof worker.updateOrganization>) =>
      passTime(worker.updateOrganization(...update)),
    close: () => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    },
    /** A customer with a dashboard. */
    customer: async ({ tier = 'FREE', limit = monthlyLimits[tier], used = 0 }: Plan = {}) => {
      const signedUp = await passTime(worker.signUp(`${name.replaceAll('_', '-')}-${customers++}`))
      const member: Member = {
        ...signedUp,
        call: (...request) => passTime(signedUp.call(...request)),
        createToken: (input) => passTime(signedUp.createToken(input)),
      }
      const organizationId = member.organization.id
      // Sessions expire by the clock of PostgreSQL.
      await worker.sql(
        "update session set expire = 'infinity', created_at = 'infinity', last_seen_at = '9999-01-01'",
      )
      await worker.sql('update organizations set tier = $2 where id = $1', [organizationId, tier])
      await worker.sql(
        'update organization_quotas set monthly_limit = $2, used_count = $3 where organization_id = $1',
        [organizationId, limit, used],
      )
      const { id, token } = await member.createToken()
      await settle()
      const customer = account(organizationId, token)
      await worker.redis('DEL', customer.key())
      return { ...customer, member, tokenId: id }
    },
    accounts: async (plans: readonly Plan[]) => {
      const made = plans.map(({ tier = 'FREE', limit = 100 }) => {
        const id = generateOrganizationId()
        const { token, row } = generateToken(id)
        return { id, tier, limit, token, tokenHash: row.token }
      })
      await worker.sql(
        `with plan as (select * from jsonb_to_recordset($1) as p(id text, tier text, "limit" int, "tokenHash" text)),
              organization as (insert into organizations (id, name, tier) select id, 'History', tier from plan),
              quota as (insert into organization_quotas (organization_id, monthly_limit, reset_date)
                        select id, "limit", $2 from plan)
         insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
         select 'Test token', "tokenHash", 'tp_live_', 'test', id, '{"read":true,"validation":false}' from plan`,
        [JSON.stringify(made), nextMonth().toISOString()],
      )
      return made.map(({ id, token }) => account(id, token))
    },
    /** Runs the cron jobs of the next minutes, and delivers the calls to record. */
    minutes: async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        await settle()
        await wait(MINUTE)
        await passTime(worker.runCron())
      }
    },
    recover: async () => {
      await worker.fakes.reset(worker.namespace)
      await wait(2 * SECOND)
    },
    restore: async (key: string, snapshot: Readonly<Record<string, string>>) => {
      await worker.redis('DEL', key)
      const fields = Object.entries(snapshot).flat()
      if (fields.length > 0) await worker.redis('HSET', key, ...fields)
    },
  }
}

export const answered = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length
export const agree = (count: number) => ({ used: count, rows: count })
