import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { listen } from '#tests/dev/processes.ts'
import { companyOf, withChangedCompanies } from '#tests/fakes/registers/company.ts'
import { nts } from '#tests/fakes/registers/nts.ts'
import { uid } from '#tests/fakes/registers/uid.ts'
import { type Context, createContext } from '#worker/context.ts'
import { continueBatches } from '#worker/jobs/continue-batches.ts'
import { checkMonitors } from '#worker/monitors/check-monitors.ts'
import type { MonitorInterval } from '#worker/monitors/contract.ts'
import { importMonitors } from '#worker/monitors/import.ts'
import { decryptFor, type StoredChange } from '#worker/monitors/secrets.ts'
import { receiveMessages } from '#worker/receive-messages.ts'
import { validateTin } from '#worker/tin/index.ts'
import { bound, openFakes } from './bench-world.ts'
import { addOrganizations } from './organizations.ts'

/**
 * Monitored numbers through simulated days: `npm run bench:monitors -- 2000 60`. Each day, each register is down for half
 * an hour, and refuses 5% of its numbers for an hour. Some registrations end, and some names change. One Worker in 50 is
 * killed. Fails after a false alarm, a change that was reported late, and a register that was called too often.
 */
const [NUMBERS = 400, DAYS = 2] = process.argv.slice(2).map(Number)
const ORGANIZATIONS = Math.ceil(NUMBERS / 2_000)
const KILLED = 1 / 50
/** A killed Worker sent fewer requests and statements. */
const MOST_TRIPS = 20
const CHANGED_SHARE = 0.1
const LIE_SHARE = 0.05
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const START = Date.parse('2026-11-30T00:00:00Z')
const intervals: readonly [MonitorInterval, days: number, share: number][] = [
  ['day', 1, 0.6],
  ['week', 7, 0.3],
  ['month', 30, 0.1],
]
const isDown = (at: number) => at % DAY >= 3 * HOUR && at % DAY < 3.5 * HOUR
const isLying = (at: number) => at % DAY >= 12 * HOUR && at % DAY < 13 * HOUR

/** In PostgreSQL and JavaScript. */
let clock = START
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [string | number]) {
    if (given.length === 0) super(clock)
    else super(given[0])
  }
  static override now = () => clock
} as DateConstructor

const random = (text: string) => {
  let hash = 2_166_136_261
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619)
  return (Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0) / 2 ** 32
}

type Truth = { every: MonitorInterval; days: number; at: number; kind: 'ends' | 'renames' | 'stays' }
const truths = new Map<string, Truth>()

/** Valid numbers that the fake register holds, without those whose endings mean something to it. */
function* numbersOf(type: string, first: number, usual: RegExp, keyOf = (compact: string) => compact) {
  for (let number = first; ; number++) {
    const checked = validateTin(type.slice(0, 2), String(number), { type })
    if (!checked.valid || !usual.test(checked.compact)) continue
    if (companyOf(keyOf(checked.compact), '')) yield checked.compact
  }
}

const registers = { nts, uid }
const calls: Record<string, number[]> = { nts: [], uid: [] }
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost')
  const [, id = '', ...rest] = url.pathname.split('/')
  const fake = Object.entries(registers).find(([name]) => name === id)?.[1]
  calls[id]?.push(clock)
  const { method = '', headers } = request
  const call = {
    method,
    path: `/${rest.join('/')}`,
    query: url.searchParams,
    headers,
    body: await text(request),
  }
  const {
    status,
    body,
    headers: sent,
  } = !fake || isDown(clock)
    ? { status: 503, body: '', headers: {} }
    : withChangedCompanies(
        (company, number) => {
          const { kind = 'stays', at = 0 } = truths.get(number) ?? {}
          if (isLying(clock) && random(`${number} ${Math.floor(clock / DAY)}`) < LIE_SHARE) return undefined
          if (clock < at || kind === 'stays') return company
          return kind === 'ends' ? undefined : { ...company, name: 'Renamed' }
        },
        () => fake.answer(call, { swapped: false }),
      )
  response.writeHead(status, { ...sent }).end(body)
})
const url = await listen(server)

const { addNamespace, stop } = await openFakes()
const settings = await addNamespace('test_monitors')
const db = new pg.Client({ connectionString: settings.DATABASE_URL })
await db.connect()
await db.query(`create schema clock; create table clock.time (at timestamptz);
  create function clock.now() returns timestamptz language sql stable as 'select at from clock.time'`)
await db.query('insert into clock.time values ($1)', [new RealDate(clock)])
const { rows: columns } = await db.query(`select table_name, column_name from information_schema.columns
  where table_schema = 'public' and column_default = 'now()'`)
for (const { table_name, column_name } of columns)
  await db.query(`alter table "${table_name}" alter column "${column_name}" set default clock.now()`)
await db.query(`alter database "${new URL(settings.DATABASE_URL).pathname.slice(1)}"
  set search_path = clock, pg_catalog, public`)

async function setClock(to: number): Promise<void> {
  clock = Math.max(clock, to)
  await db.query('update clock.time set at = $1', [new RealDate(clock)])
}

type Message = { body: object; at: number }
let messages: Message[] = []
const env = {
  ...settings,
  REGISTERS_URL: url,
  BATCH_QUEUE: {
    sendBatch: async (sent: readonly { body: object; delaySeconds?: number }[]) => {
      messages.push(...sent.map(({ body, delaySeconds = 0 }) => ({ body, at: clock + delaySeconds * 1_000 })))
    },
  },
}
const context = (waitUntil: (work: Promise<unknown>) => void = () => {}) =>
  createContext(env, crypto.randomUUID(), waitUntil)

type Isolate = { tripsLeft: number; kill: () => void }
const isolate = new AsyncLocalStorage<Isolate>()
const isKilled = (own: Isolate | undefined) => {
  if (!own || own.tripsLeft-- > 0) return false
  own.kill()
  return true
}
const send = fetch
globalThis.fetch = (...request) => (isKilled(isolate.getStore()) ? new Promise(() => {}) : send(...request))
globalThis.WebSocket = class extends WebSocket {
  readonly #isolate = isolate.getStore()
  override send(data: Parameters<WebSocket['send']>[0]) {
    if (isKilled(this.#isolate)) this.close()
    else super.send(data)
  }
}
const { error } = console
console.error = (...texts) => {
  if ((isolate.getStore()?.tripsLeft ?? 0) >= 0) error(...texts)
}

/** Returns false if the Worker was killed. */
let kills = 0
async function inIsolate(run: (ctx: Context) => Promise<unknown>): Promise<boolean> {
  const { promise: killed, resolve } = Promise.withResolvers<boolean>()
  const tripsLeft = Math.random() < KILLED ? Math.floor(Math.random() * MOST_TRIPS) : Number.POSITIVE_INFINITY
  const work: Promise<unknown>[] = []
  const complete = async () => {
    await run(context((each) => void work.push(each)))
    await Promise.allSettled(work)
    return true
  }
  const isComplete = await isolate.run({ tripsLeft, kill: () => resolve(false) }, () =>
    Promise.race([complete(), killed]),
  )
  if (!isComplete) kills++
  return isComplete
}

/** Delivers those of an instant at once. Two messages about the same work are one. A killed Worker's message comes again. */
async function deliverUntil(end: number): Promise<void> {
  for (;;) {
    const at = Math.min(...messages.map((message) => message.at))
    if (at > end) return
    const due = new Map(
      messages.filter((message) => message.at <= at).map((each) => [JSON.stringify(each.body), each]),
    )
    messages = messages.filter((message) => message.at > at)
    await setClock(at)
    const deliver = async ({ body }: Message) => {
      const isDelivered = await inIsolate((ctx) => receiveMessages(ctx, [{ body, ack() {}, retry() {} }]))
      if (!isDelivered) messages.push({ body, at: clock + MINUTE })
    }
    await Promise.all([...due.values()].map(deliver))
  }
}

async function create(): Promise<void> {
  await addOrganizations(settings.DATABASE_URL, { count: ORGANIZATIONS, limit: 1_000 })
  const { rows: organizations } = await db.query(
    `select id from public.organizations where name = 'Customer'`,
  )
  const korean = numbersOf('KR.BRN', 1_010_100_000, /[678]\d\d$/)
  const swiss = numbersOf('CH.UID', 105_000_000, /[678]\d\d$/, (compact) => compact.slice(3))
  // The UID register answers 10 rows a minute.
  const swissNumbers = Math.min(NUMBERS / 40, 5_000)
  for (const [index, { id: organizationId }] of organizations.entries())
    for (const [every, days, share] of intervals) {
      const numbers: { countryCode: string; tin: string; type: string }[] = []
      for (let made = index; made < NUMBERS * share; made += ORGANIZATIONS) {
        const isSwiss = made < swissNumbers * share
        const tin = (isSwiss ? swiss : korean).next().value ?? ''
        const chance = random(tin)
        const kind = chance < CHANGED_SHARE / 2 ? 'ends' : chance < CHANGED_SHARE ? 'renames' : 'stays'
        const at = START + HOUR + random(`${tin} at`) * DAYS * DAY
        // The NTS discloses no names.
        const truth = { every, days, at, kind: kind === 'renames' && !isSwiss ? 'stays' : kind } as const
        truths.set(isSwiss ? tin.slice(3) : tin, truth)
        numbers.push({ countryCode: isSwiss ? 'CH' : 'KR', tin, type: isSwiss ? 'CH.UID' : 'KR.BRN' })
      }
      const rows = (async function* () {
        const all = numbers.map((number, index) => ({ line: index + 1, number }))
        for (let from = 0; from < all.length; from += 500) yield all.slice(from, from + 500)
      })()
      const creator = { organizationId, live: true, createdBy: null }
      const { created } = await importMonitors(context(), creator, { rows, every })
      if (created !== numbers.length) throw new Error(`created ${created} of ${numbers.length}`)
    }
}

/** As `record-outages` does when the circuit breakers open and close. */
let isRecorded = false
async function recordOutages(): Promise<void> {
  if (isDown(clock - 2 * MINUTE) === isRecorded) return
  isRecorded = !isRecorded
  if (isRecorded)
    await db.query(
      `insert into public.status_outages (component, started_at) values ('nts', clock.now()), ('uid', clock.now())`,
    )
  else await db.query('update public.status_outages set ended_at = clock.now() where ended_at is null')
}

const suspectedAt = new Set<number>()
async function recordSuspicions(): Promise<void> {
  const { rowCount } = await db.query('select from public.suspected_registers')
  if (rowCount) suspectedAt.add(clock)
}

/** How much of a time a register was down or suspected. */
function waitIn(from: number, to: number, isWaiting: (at: number) => boolean): number {
  let wait = 0
  for (let at = from - (from % MINUTE); at < to; at += MINUTE) if (isWaiting(at)) wait += MINUTE
  return wait
}

const begin = performance.now()
await create()
const end = START + DAYS * DAY
for (let minute = START; minute < end; minute += MINUTE) {
  const { rows } =
    await db.query(`select least((select min(next_check_at) from public.monitors where batch_id is null),
    (select min(clock.now()) from public.batches where is_monitoring),
    (select min(clock.now()) from public.suspected_registers)) as next`)
  const next = Math.min(Number(rows[0]?.next ?? end), ...messages.map(({ at }) => at))
  if (next > minute + MINUTE) minute += Math.floor((next - minute) / MINUTE - 1) * MINUTE
  await setClock(minute)
  await recordOutages()
  await recordSuspicions()
  await inIsolate(checkMonitors)
  await inIsolate(continueBatches)
  await deliverUntil(minute + MINUTE - 1)
  process.stdout.write(`\r  day ${Math.floor((minute - START) / DAY) + 1} of ${DAYS} `)
}
const seconds = (performance.now() - begin) / 1_000

const { rows: changes } =
  await db.query(`select c.monitor_id, c.changed, c.details, c.created_at, m.details as number
  from public.monitor_changes c join public.monitors m on m.id = c.monitor_id where c.changed <> '{}'`)
let falseAlarms = 0
const reported = new Map<string, number>()
for (const { monitor_id, changed, details, created_at, number } of changes) {
  const { after } = await decryptFor<StoredChange>(context(), monitor_id, details)
  const { tin } = await decryptFor<{ tin: string }>(context(), monitor_id, number)
  const key = tin.replace(/^CHE/, '')
  const truth = truths.get(key)
  const kind = after.result === 'invalid' ? 'ends' : String(changed) === 'name' ? 'renames' : 'other'
  const at = new RealDate(created_at).getTime()
  if (truth?.kind !== kind || at < truth.at || reported.has(key)) falseAlarms++
  reported.set(key, at)
}
const due = [...truths].filter(([, { kind, at, days }]) => kind !== 'stays' && at + days * DAY + HOUR <= end)
const lateWith = (isWaiting: (at: number) => boolean) =>
  due.filter(([tin, { at, days }]) => {
    const told = reported.get(tin) ?? Number.POSITIVE_INFINITY
    const most = at + days * DAY + HOUR
    return told > most + waitIn(at, Math.min(told, most + DAY), isWaiting)
  }).length
const late = lateWith((at) => isDown(at) || suspectedAt.has(at))
const most = (times: readonly number[], window: number) =>
  times.reduce(
    ({ max, first }, at, index) => {
      let oldest = first
      while (at - (times[oldest] ?? 0) >= window) oldest++
      return { max: Math.max(max, index - oldest + 1), first: oldest }
    },
    { max: 0, first: 0 },
  ).max
const inAMinute = { nts: most(calls.nts ?? [], MINUTE), uid: most(calls.uid ?? [], MINUTE) }
const checks = intervals.reduce((sum, [, days, share]) => sum + (NUMBERS * share * DAYS) / days, 0)
console.log(`
${NUMBERS} numbers, ${DAYS} days: about ${Math.round(checks)} regular checks, ${kills} Workers killed, ${(seconds / DAYS).toFixed(1)} s for a day
calls: ${calls.nts?.length} to the NTS, up to ${inAMinute.nts} a minute, and ${calls.uid?.length} to the UID register
reported: ${reported.size} changes, ${due.length} were due; ${lateWith(isDown) - late} waited because the register was suspected`)

bound('False alarms', falseAlarms, 0)
bound('Changes reported late or never', late, 0)
bound('Calls to the UID register in a minute', inAMinute.uid, 20)
await db.end()
server.close()
await stop()
process.exit()
