import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { companyOf, withChangedCompanies } from '#tests/fakes/registers/company.ts'
import { nts } from '#tests/fakes/registers/nts.ts'
import { uid } from '#tests/fakes/registers/uid.ts'
import { receiveMessages } from '#worker/batches/receive-messages.ts'
import { createContext } from '#worker/context.ts'
import { checkMonitors } from '#worker/monitors/check-monitors.ts'
import type { MonitorInterval } from '#worker/monitors/contract.ts'
import { importMonitors } from '#worker/monitors/import.ts'
import { decryptFor, type StoredChange } from '#worker/monitors/secrets.ts'
import { validateTin } from '#worker/tin/index.ts'
import { openFakes } from './bench-world.ts'
import { addOrganizations } from './organizations.ts'

/**
 * Monitored numbers through simulated days: `npm run bench:monitors -- 2000 30`. Each day, each register is down for half
 * an hour, and refuses 5% of its numbers for an hour. Some registrations end, and some names change. Fails after a false
 * alarm, a change that was reported late, and a register that was called too often.
 */
const [NUMBERS = 400, DAYS = 2] = process.argv.slice(2).map(Number)
const ORGANIZATIONS = 4
const CHANGED_SHARE = 0.05
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
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

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
  REGISTERS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  BATCH_QUEUE: {
    sendBatch: async (sent: readonly { body: object; delaySeconds?: number }[]) => {
      messages.push(...sent.map(({ body, delaySeconds = 0 }) => ({ body, at: clock + delaySeconds * 1_000 })))
    },
  },
}
const work = new Set<Promise<unknown>>()
const context = () =>
  createContext(env, crypto.randomUUID(), (each) => {
    const tracked = each.finally(() => work.delete(tracked))
    work.add(tracked)
  })

/** Two messages about the same work are one. */
async function deliverUntil(end: number): Promise<void> {
  for (;;) {
    messages.sort((one, other) => one.at - other.at)
    const [next] = messages
    if (!next || next.at > end) return
    const text = JSON.stringify(next.body)
    messages = messages.filter(({ body, at }) => at > next.at || JSON.stringify(body) !== text)
    await setClock(next.at)
    await receiveMessages(context(), [{ body: next.body, ack() {}, retry() {} }])
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
  const swissNumbers = Math.min(NUMBERS / 10, 5_000)
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
        for (let from = 0; from < numbers.length; from += 500) yield numbers.slice(from, from + 500)
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

/** How long a register was down in a time. */
function downIn(from: number, to: number): number {
  let down = 0
  for (let at = from; at < to; at += 5 * MINUTE) if (isDown(at)) down += 5 * MINUTE
  return down
}

const begin = performance.now()
await create()
const end = START + DAYS * DAY
for (let minute = START; minute < end; minute += MINUTE) {
  const { rows } =
    await db.query(`select least((select min(next_check_at) from public.monitors where batch_id is null),
    (select min(clock.now()) from public.batches where is_monitoring and state in ('completed', 'failed'))) as next`)
  const next = Math.min(Number(rows[0]?.next ?? end), ...messages.map(({ at }) => at))
  if (next > minute + MINUTE) minute += Math.floor((next - minute) / MINUTE - 1) * MINUTE
  await setClock(minute)
  await recordOutages()
  await checkMonitors(context())
  await deliverUntil(minute + MINUTE - 1)
  await Promise.allSettled(work)
  process.stdout.write(`\r  ${Math.floor((minute - START) / HOUR)} of ${DAYS * 24} hours `)
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
const late = due.filter(([tin, { at, days }]) => {
  const told = reported.get(tin) ?? Number.POSITIVE_INFINITY
  const most = at + days * DAY + HOUR
  return told > most + downIn(at, Math.min(told, most + HOUR))
})
const most = (times: readonly number[], window: number) =>
  times.reduce((max, at, index) => {
    let first = index
    while (first > 0 && at - (times[first - 1] ?? 0) < window) first--
    return Math.max(max, index - first + 1)
  }, 0)
const { rows: suspected } = await db.query('select register from public.suspected_registers')
const total = (calls.nts?.length ?? 0) + (calls.uid?.length ?? 0)
const checks = intervals.reduce((sum, [, days, share]) => sum + (NUMBERS * share * DAYS) / days, 0)
console.log(`
${NUMBERS} numbers, ${DAYS} days: about ${Math.round(checks)} regular checks and ${total} calls, ${(seconds / DAYS).toFixed(0)} s for a day
reported: ${reported.size} changes, ${due.length} were due; suspected at the end: ${suspected.length}`)

const failures: string[] = []
function bound(name: string, figure: number, max: number): void {
  if (figure > max) failures.push(name)
  console.log(`${figure > max ? 'FAILED' : 'ok    '}  ${name}: ${figure}, at most ${max}`)
}
bound('False alarms', falseAlarms, 0)
bound('Changes reported late or never', late.length, 0)
bound('Calls to the UID register in a minute, whose limit is 20', most(calls.uid ?? [], MINUTE), 20)
await db.end()
server.close()
await stop()
process.exit(failures.length > 0 ? 1 : 0)
