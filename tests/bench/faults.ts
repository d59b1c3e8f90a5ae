import { setTimeout as sleep } from 'node:timers/promises'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { openQueueWorld } from './call-queue.ts'
import { rows } from './fault-rows.ts'
import { addCustomers, type Customer, callUntil, Isolates, type Plan, recordedOf } from './fault-world.ts'

/**
 * Faults, while five processes of the API's bundle answer calls of five customers and the queue's consumer records them.
 * A row is a fault: what each tier got of what it had left, answered calls that aren't recorded, recorded calls that
 * weren't answered, failed calls, and the seconds after the fault until FREE had all of its calls and all were recorded.
 */
const NAMESPACE = 'test_faults'
const ISOLATES = 5
const WARM_UP = 2_000
const MAX_WAIT = 60_000
/** On a busy machine, the queue's consumer takes minutes for the paid calls. */
const MAX_RECORDING = 300_000
/** Enough for paid customers to use up their limits. */
const TRAFFIC = 17_000
/** Calls that would be beyond the limit. */
const AFTERWARDS = 1_000

const FREE: Plan = { tier: 'FREE', limit: monthlyLimits.FREE, used: 0, rate: 10 }
/** First with more than a tenth left, then with less. */
const PRO: Plan = { tier: 'PRO', limit: 10_000, used: 8_700, rate: 90 }
const PRO2: Plan = { tier: 'PRO', limit: 10_000, used: 9_900, rate: 10 }

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined

async function until(isTrue: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (!(await isTrue())) {
    if (Date.now() > end) return false
    await sleep(200)
  }
  return true
}

const leftOf = ({ limit, used }: Plan) => limit - used
const isDone = (customer: Customer) => customer.answered.size >= leftOf(customer)
const answeredBy = (customers: readonly Customer[]) =>
  customers.reduce((sum, { answered }) => sum + answered.size, 0)
const secondsSince = (time: number) => Math.round((Date.now() - time) / 1_000)

const { control, folder, settings, queue, stop } = await openQueueWorld(NAMESPACE)
const isolates = new Isolates(folder, settings, queue)
const failures: string[] = []

const recorded = (customer: Customer) => recordedOf(control, NAMESPACE, customer)

/** The most calls of each customer that were answered and not yet recorded at one moment. */
async function watchBacklogs(customers: readonly Customer[], isOver: () => boolean) {
  const backlogs = new Map(customers.map((customer) => [customer, 0]))
  while (!isOver()) {
    for (const [customer, most] of backlogs) {
      // PostgreSQL may be restarting.
      const counted = await recorded(customer).catch(() => undefined)
      if (counted) backlogs.set(customer, Math.max(most, customer.answered.size - counted.charged))
    }
    await sleep(100)
  }
  return backlogs
}

async function play(
  name: string,
  { run, mayLose = () => false, killsIsolates = false, failsRedis = false }: (typeof rows)[string],
): Promise<void> {
  const customers = await addCustomers(settings.DATABASE_URL, [FREE, FREE, FREE, PRO, PRO2])
  const [free, [pro, pro2]] = [customers.slice(0, 3), customers.slice(3)]
  if (!pro || !pro2) return
  const startedAt = Date.now()
  let isOver = false
  const calling = callUntil(isolates, customers, () => isOver)
  await sleep(WARM_UP)
  const backlogs = watchBacklogs([pro, pro2], () => isOver)
  await run({ control, namespace: NAMESPACE, isolates, queue, customers })
  await control.reset(NAMESPACE)
  const endedAt = Date.now()

  await until(() => free.every(isDone), MAX_WAIT)
  const usableAfter = secondsSince(endedAt)
  await until(() => [pro, pro2].every(isDone), startedAt + TRAFFIC - Date.now())
  await sleep(AFTERWARDS)
  isOver = true
  await calling
  const isRecorded = async (customer: Customer) => {
    const { ids, withOutcome, charged } = await recorded(customer)
    const { answered } = customer
    return charged === answered.size && ids.size === charged && withOutcome.size === charged
  }
  const isAllRecorded = async () => (await Promise.all(customers.map(isRecorded))).every(Boolean)
  // The calls of a killed isolate may be lost.
  await until(isAllRecorded, killsIsolates ? MAX_WAIT : MAX_RECORDING)
  const recordedAfter = secondsSince(endedAt)

  const seen = await Promise.all(customers.map(recorded))
  const lost = customers.flatMap(({ answered }, index) =>
    [...answered].filter(([id]) => !seen[index]?.withOutcome.has(id)).map(([, one]) => one),
  )
  const unexpected = lost.filter((one) => !mayLose(one))
  const extra = customers.reduce(
    (sum, { answered }, index) =>
      sum + [...(seen[index]?.ids ?? [])].filter((id) => !answered.has(id)).length,
    0,
  )
  const worst = Math.min(...free.map(({ answered }) => answered.size))
  const passed = Math.max(0, ...free.map((one) => one.answered.size - leftOf(one)))
  const failed = customers.reduce((sum, one) => sum + one.failed, 0)
  console.log(
    [
      name.padEnd(34),
      `${answeredBy(free)}`.padStart(5),
      `${pro.answered.size}`.padStart(6),
      `${pro2.answered.size}`.padStart(6),
      `${lost.length}`.padStart(5),
      `${extra}`.padStart(6),
      `${failed}`.padStart(7),
      `${worst} in ${usableAfter} s`.padStart(13),
      `${recordedAfter} s`.padStart(9),
      `  ${secondsSince(startedAt)} s`,
    ].join(''),
  )
  const expectThat = (isTrue: boolean, what: string) => {
    if (!isTrue) failures.push(`${name}: ${what}`)
  }
  expectThat(passed === 0, `FREE passed its limit by ${passed}`)
  expectThat(unexpected.length === 0, `${unexpected.length} answered calls are lost`)
  for (const customer of free) {
    const { size } = customer.answered
    // A killed isolate has counted FREE calls that it didn't answer. They stay counted, so that the limit is never passed.
    const { ids } = seen[customers.indexOf(customer)] ?? { ids: new Set<string>() }
    const unanswered = killsIsolates ? [...ids].filter((id) => !customer.answered.has(id)).length : 0
    expectThat(
      size + unanswered >= FREE.limit,
      `a FREE customer got only ${size} of ${FREE.limit} within 60 s, and ${unanswered} stay counted`,
    )
  }
  for (const [customer, backlog] of await backlogs) {
    const passed = customer.answered.size - leftOf(customer)
    const bound = ISOLATES + (failsRedis ? backlog : 0)
    expectThat(passed <= bound, `a paid limit was passed by ${passed}, and the bound is ${bound}`)
  }
  for (const [index, customer] of customers.entries()) {
    const { ids, charged } = seen[index] ?? { ids: new Set(), charged: 0 }
    expectThat(ids.size === charged, `${customer.tier}: ${charged} charged, ${ids.size} recorded`)
  }
}

try {
  await isolates.add(ISOLATES)
  console.log(
    `${'Fault'.padEnd(34)} FREE   PRO   PRO2  lost  extra  failed  usable       recorded\n${''.padEnd(34)} /300 /1300  /100`,
  )
  for (const [name, row] of Object.entries(rows)) if (!only || name === only) await play(name, row)
} finally {
  await isolates.stop()
  await stop()
}
for (const failure of failures) console.error(failure)
console.log(failures.length > 0 ? `${failures.length} bounds are passed` : 'All within their bounds')
process.exit(failures.length > 0 ? 1 : 0)
