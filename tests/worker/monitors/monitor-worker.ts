import { type Customer, openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import { firstOf, norwegian, numbersOf, take } from '#tests/worker/registers/register-customer.ts'
import { checkMonitors } from '#worker/monitors/check-monitors.ts'
import type { Monitor, MonitorChange, MonitorWithHistory } from '#worker/monitors/contract.ts'

export const MONITORS = '/api/tinproof/monitors'
export const norwegianNumbers = take(norwegian({ from: 923_700_000, ends: '4' }), 8)
const [first = ''] = norwegianNumbers
export const norway = (tin = first) => ({ countryCode: 'NO', tin, type: 'NO.ORGNR' })
export const swiss = {
  countryCode: 'CH',
  tin: firstOf(numbersOf('CH.UID', { from: 105_000_000 }, (n) => n.slice(3))),
}

/** Its place in the interval is random, so it could be due again within the minutes that a test waits. */
const beginsInterval = `update monitors
  set phase = floor(extract(epoch from now() - timestamptz '2026-01-01 00:00Z') / 60) where id = $1`

type As = { token: string }
type Event = { type: string; live: boolean; data: Record<string, unknown> }

/** A Worker whose customers monitor numbers. */
export async function openMonitorWorker(name: string) {
  const worker = await openBatchWorker(name)
  // Without any job, its health has a problem.
  await worker.runJob('delete-due-tokens')
  const customer = await worker.customer()
  const call = <Body>(path: string, { token }: As, body?: object, method = body ? 'POST' : 'GET') =>
    worker.call<Body>(`${MONITORS}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { body }),
    })
  const run = () => checkMonitors(worker.context())
  const batchesOf = async () =>
    (await worker.sql<{ id: string }>`select id from batches where is_monitoring`).map(({ id }) => id)

  /** As if that much time had passed. */
  async function wait(minutes: number) {
    const columns = 'next_check_at differs_since checked_at changed_at failing_since'.split(' ')
    const set = columns.map((name) => `${name} = ${name} - interval '${minutes} minutes'`)
    await worker.sql(`update monitors set ${set.join(', ')}`)
    await worker.sql(
      `update suspected_registers set confirmed_at = confirmed_at - interval '${minutes} minutes'`,
    )
  }

  /** After as many minutes, starts the checks that are due, looks the numbers up and applies the answers. */
  async function check(minutes = 0) {
    await wait(minutes)
    await run()
    for (const id of await batchesOf()) await worker.finish(id)
    await run()
    const left = await batchesOf()
    if (left.length > 0) throw new Error(`Checks are left: ${left}`)
  }

  return {
    worker,
    customer,
    other: await worker.customer(),
    call,
    run,
    batchesOf,
    check,
    wait,
    setMode: worker.setRegister,
    /** The next day, four times within two hours. */
    checkForHours: async () => {
      await wait(24 * 60)
      for (let times = 0; times < 4; times++) {
        await check()
        await wait(31)
      }
    },
    create: async (input: object, as: As = customer): Promise<Monitor> => {
      const { status, body } = await call<Monitor>('', as, { every: 'day', ...input })
      if (status !== 201) throw new Error(`monitor: ${status} ${JSON.stringify(body)}`)
      await worker.sql(beginsInterval, [body.id])
      return body
    },
    read: async ({ id }: { id: string }, as: As = customer) =>
      (await call<MonitorWithHistory>(`/${id}`, as)).body,
    subscribe: ({ member }: Customer = customer, live = true) =>
      member.post('/api/webhooks', {
        url: 'https://hooks.example.com/',
        events: ['monitor.changed', 'monitor.failing', 'rule.changed', 'batch.completed'],
        live,
      }),
    events: () => worker.sql<Event>`select type, live, data from events order by created_at, id`,
    reset: async () => {
      for (const register of ['brreg', 'gleif', 'uid', 'vies', 'adis', 'hkcr'])
        await worker.setRegister(register, 'normal')
      worker.limiters.reset()
      for (const table of 'monitors batches suspected_registers status_outages events webhook_endpoints'.split(
        ' ',
      ))
        await worker.sql(`delete from ${table}`)
    },
  }
}

/** What changed, oldest first. */
export const wayOf = ({ history }: MonitorWithHistory) =>
  history.map(({ changed, after }: MonitorChange) => [...changed, after.result].join(' ')).reverse()
