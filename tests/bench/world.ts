import { demoAccount, seed } from '#tests/dev/seed.ts'
import type { Settings } from '#tests/fakes/start.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import { openFakes, PATH } from './bench-world.ts'
import { type Answer, type Isolate, openIsolate, type Place, TRIPS_TO_CONNECT } from './isolate.ts'
import {
  CITIES,
  type City,
  DATABASE,
  nearestReplica,
  PRIMARY,
  REPLICATION_LAG,
  SAME_CITY,
} from './world-map.ts'

/**
 * What a call adds to the caller's own way to Cloudflare, from ten cities, with the primary Redis and the database in
 * Frankfurt. The Worker's code runs, each isolate as a module instance of its own, and the fakes add the round trips of
 * world-map.ts, unscaled, and the replication lag. Connections are open.
 */
const ISOLATES = 6
const WARM_ROUNDS = 3
/** Milliseconds. */
const WARM_GOAL = 2
/** How much slower a transaction may be than one statement. In milliseconds. */
const WRITE_GOAL = 10

const BESIDE_DATABASE: City = { name: 'Beside the database', to: () => SAME_CITY }

const { control: fakes, addNamespace, stop } = await openFakes()
let customers = 0

interface Percentiles {
  readonly p50: number
  readonly p95: number
}

function percentiles(samples: readonly number[]): Percentiles {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

const waited = (answers: readonly Answer[]) => percentiles(answers.map((answer) => answer.waited))
const elapsed = (answers: readonly Answer[]) => percentiles(answers.map((answer) => answer.elapsed))

async function expectStatus(answer: Promise<Answer>, status: number): Promise<Answer> {
  const { status: actual, text } = await answer
  if (actual !== status) throw new Error(`${actual} ${text}`)
  return answer
}

const withJson = (method: string, body: unknown, headers: Record<string, string>): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

interface Customer {
  readonly settings: Settings
  readonly place: Place
  readonly bearer: Record<string, string>
  readonly browser: Record<string, string>
}

/** Returns the headers of the signed-in browser. */
async function signIn(worker: Isolate): Promise<Record<string, string>> {
  const { headers } = await expectStatus(worker.call('/api/login', withJson('POST', demoAccount, {})), 200)
  return { Cookie: (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '', 'Sec-Fetch-Site': 'same-origin' }
}

/** An organization on PRO, in a database of its own, with an API token in use. */
async function createCustomer(): Promise<Customer> {
  const namespace = `test_world_${customers++}`
  const settings = await addNamespace(namespace)
  const organizationId = generateOrganizationId()
  const { token } = generateToken(organizationId)
  await seed(settings.DATABASE_URL, token)
  const place = { toDatabase: 0 }
  await fakes.sql(namespace, `update organizations set tier = 'PRO' where id = $1`, [organizationId])
  await fakes.sql(namespace, `update organization_quotas set monthly_limit = $2 where organization_id = $1`, [
    organizationId,
    monthlyLimits.PRO,
  ])
  const worker = await openIsolate(settings, place)
  const bearer = { Authorization: `Bearer ${token}` }
  await validate(worker, bearer, PERSONAL)
  await validate(worker, bearer, VAT)
  await worker.settle()
  const browser = { ...(await signIn(worker)), 'x-organization-id': organizationId }
  return { settings, place, bearer, browser }
}

/** Sets the round trips of a Worker that runs in a city. */
async function runIn({ settings, place }: Customer, city: City): Promise<void> {
  const namespace = settings.UPSTASH_REDIS_REST_TOKEN ?? ''
  const ms = city.to(DATABASE)
  place.toDatabase = ms
  await fakes.placeRedis(namespace, {
    primary: city.to(PRIMARY),
    replica: nearestReplica(city),
    lag: REPLICATION_LAG,
  })
  await fakes.clearFaults('neon', namespace)
  await fakes.fault({ service: 'neon', mode: 'slow', ms, namespace })
}

const createToken = (worker: Isolate, browser: Record<string, string>, name: string) =>
  expectStatus(worker.call('/api/tokens', withJson('POST', { name }, browser)), 201)

type Tin = { countryCode: string; tin: string }

const PERSONAL: Tin = { countryCode: 'DE', tin: '86095742719' }
/** VIES knows it. */
const VAT: Tin = { countryCode: 'DE', tin: '136695976' }

const validate = (worker: Isolate, bearer: Record<string, string>, tin: Tin) =>
  expectStatus(worker.call(PATH, withJson('POST', tin, bearer)), 200)

interface ApiCalls {
  readonly first: readonly Answer[]
  readonly warm: readonly Answer[]
  /** The first call of a warm isolate for a number whose register answer Redis has. */
  readonly register: readonly Answer[]
}

/** Each isolate makes one call at a time, then settles: PRO allows it one unconfirmed spend. */
async function callFrom(customer: Customer, city: City): Promise<ApiCalls> {
  const isolates = await Promise.all(
    Array.from({ length: ISOLATES }, () => openIsolate(customer.settings, customer.place)),
  )
  await runIn(customer, city)
  const callEach = async (tin: Tin) => {
    const answers: Answer[] = []
    for (const isolate of isolates) answers.push(await validate(isolate, customer.bearer, tin))
    await Promise.all(isolates.map((isolate) => isolate.settle()))
    return answers
  }
  const first = await callEach(PERSONAL)
  const warm: Answer[] = []
  for (let round = 0; round < WARM_ROUNDS; round++) warm.push(...(await callEach(PERSONAL)))
  return { first, warm, register: await callEach(VAT) }
}

const wide = (value: number, width = 7) => value.toFixed(0).padStart(width)
const pair = ({ p50, p95 }: Percentiles) => wide(p50) + wide(p95, 6)

function mark(isMet: boolean): string {
  if (!isMet) process.exitCode = 1
  return isMet ? '' : '  MISSED'
}

async function reportApi(): Promise<void> {
  console.log(`POST /api/tinproof/validate on PRO: milliseconds of round trips that the answer waits for. Primary Redis: ${PRIMARY}.
In parentheses: the median time of the whole call on this machine.

                round trip to          warm             first of an isolate    cached register answer
City           primary replica    p50   p95               p50   p95               p50   p95`)
  for (const city of CITIES) {
    const { first, warm, register } = await callFrom(await createCustomer(), city)
    const replica = nearestReplica(city)
    const isMet =
      waited(warm).p50 <= WARM_GOAL && waited(first).p50 <= replica && waited(register).p50 <= replica
    const whole = (answers: readonly Answer[]) => `(${elapsed(answers).p50.toFixed(1)})`.padStart(9)
    console.log(
      `${city.name.padEnd(14)}${wide(city.to(PRIMARY))} ${wide(replica)} ${pair(waited(warm))}${whole(warm)}   ${pair(waited(first))}${whole(first)}   ${pair(waited(register))}${whole(register)}${mark(isMet)}`,
    )
  }
  console.log(`
Goals: p50 at most ${WARM_GOAL} for a warm call, and the trip to the nearest replica for the others. FREE organizations and the last
tenth of a quota wait for the primary, because their limits are exact.`)
}

/** The trips to the database and to Redis that an answer waits for, and the rest of its way. */
async function reportDashboard(): Promise<void> {
  const customer = await createCustomer()
  const { settings, place, browser } = customer
  const worker = await openIsolate(settings, place)
  const load = () => expectStatus(worker.call('/api/activity', { headers: browser }), 200)
  const create = async () => {
    const answer = await createToken(worker, browser, 'Dashboard')
    const { id }: { id: number } = JSON.parse(answer.text)
    await expectStatus(worker.call(`/api/tokens/${id}`, { method: 'DELETE', headers: browser }), 200)
    await worker.settle()
    return answer
  }
  await load()
  await create()
  console.log(`
The dashboard: milliseconds of round trips for a page of activity and for a new API token. Database: ${DATABASE}.

                round trip to    Worker near the caller    Worker beside the database
City             the database         page     token              page     token`)
  for (const city of CITIES) {
    const distance = city.to(DATABASE)
    await runIn(customer, city)
    const near = [await load(), await create()].map((answer) => answer.waited)
    await runIn(customer, BESIDE_DATABASE)
    const beside = [await load(), await create()].map((answer) => distance + answer.waited)
    const isOnce = beside.every((ms, call) => ms <= distance + ((near[call] ?? 0) / distance) * SAME_CITY)
    console.log(
      `${city.name.padEnd(14)}${wide(distance, 15)} ${near
        .map((ms) => wide(ms, 10))
        .join('')
        .padStart(24)}${beside
        .map((ms) => wide(ms, 10))
        .join('')
        .padStart(28)}${mark(isOnce)}`,
    )
  }
  const token = await create()
  const { statements } = token
  const trips = token.waited / SAME_CITY
  const before = trips - TRIPS_TO_CONNECT - statements
  console.log(`
Goal: beside the database, a call pays its distance once, and ${SAME_CITY} for each trip.
A new token takes ${trips} trips: ${before} for the session, ${TRIPS_TO_CONNECT} to connect, ${statements} for the statements of the transaction, with begin and commit.
One statement over HTTP would take ${before + 1}. The transaction is at most ${WRITE_GOAL} ms slower where a trip takes ${(WRITE_GOAL / (trips - before - 1)).toFixed(1)} ms.`)
}

try {
  await reportApi()
  await reportDashboard()
} finally {
  await stop()
}
