import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { modulesOf } from '#tests/dev/workerd.ts'
import { buildWorkers } from '#worker/build.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { openFakes, validation } from './bench-world.ts'
import { addOrganizations } from './organizations.ts'
import { bundleRoutes } from './path-routes.ts'
import { median } from './race.ts'
import { type Call, type Module, startWorkerd, type WorkerdProcess } from './workerd-process.ts'

/**
 * The processor time of `POST /api/tinproof/validate` in workerd, compared with a Hono route that does nothing and one
 * that makes one request or sends one message to a queue. All run at the same time, in turns, so that load on the machine
 * affects all of them.
 */
const NAMESPACE = 'test_path'
const STARTS = 7
const ROUNDS = 9
const CALLS = 1_000
const WARM_UP_ROUNDS = 4
const PARALLEL = 8
/** A token may make 1,000 calls at once. */
const ORGANIZATIONS = 60

/**
 * `goal` is what we want, `bound` is today's figure with room for noise: more is a regression. `ownCpu` is the CPU of a call
 * without its outside requests and its message to the queue, whose consumer here is a Worker in the same process, as a
 * multiple of an empty route's.
 */
const GOALS = {
  ownCpu: { goal: 3, bound: 6.5 },
  commands: { goal: 3, bound: 3.5 },
  startUp: { goal: 60, bound: 5 },
  firstCall: { goal: 10, bound: 7 },
}

const bodies = [
  { countryCode: 'DK', tin: '13585628' },
  { countryCode: 'US', tin: '536-90-4399' },
  { countryCode: 'BR', tin: '529.982.247-25' },
  { countryCode: 'IN', tin: 'AAPFU0939F' },
].map((body) => JSON.stringify(body))

let sent = 0
function nextCall(tokens: readonly string[]): Call {
  const body = bodies[sent % bodies.length] ?? ''
  const token = tokens[sent++ % tokens.length] ?? ''
  return validation(token, body)
}

/** Waits until the work after the answers is done. Returns the processor time. */
async function idleCpu(worker: WorkerdProcess): Promise<number> {
  for (let before = worker.cpu(), quiet = 0; ; ) {
    await sleep(25)
    const now = worker.cpu()
    quiet = now - before < 0.2 ? quiet + 1 : 0
    before = now
    if (quiet === 5) return now
  }
}

type Round = { cpu: number; perSecond: number }

async function inParallel(worker: WorkerdProcess, tokens: readonly string[], calls: number): Promise<Round> {
  const before = await idleCpu(worker)
  const began = performance.now()
  let left = calls
  const caller = async () => {
    while (left-- > 0) await worker.call(nextCall(tokens))
  }
  await Promise.all(Array.from({ length: PARALLEL }, caller))
  const seconds = (performance.now() - began) / 1_000
  return { cpu: ((await idleCpu(worker)) - before) / calls, perSecond: calls / seconds }
}

type Script = { name: string; modules: readonly Module[] }
type Start = { startUp: number; firstCall: number; afterwards: number }

const { control, addNamespace, folder, stop } = await openFakes()
const settings = await addNamespace(NAMESPACE)
const running: WorkerdProcess[] = []

async function start({ name, modules }: Script): Promise<WorkerdProcess> {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const worker = await startWorkerd(own, modules, settings)
  running.push(worker)
  return worker
}

async function measureStart(script: Script, token: string): Promise<Start> {
  const worker = await start(script)
  const startUp = await idleCpu(worker)
  await worker.call(nextCall([token]))
  const firstCall = worker.cpu() - startUp
  const afterwards = (await idleCpu(worker)) - startUp - firstCall
  await worker.stop()
  return { startUp, firstCall, afterwards }
}

type Commands = { all: number; cachedAnswers: number }

/** Commands that Redis ran, in scripts too: Upstash bills all of them. GET reads a register's cached answer. */
async function redisCommands(): Promise<Commands> {
  const info = String(await control.redis(NAMESPACE, 'INFO', 'commandstats'))
  if (!info.includes('cmdstat_'))
    throw new Error('The in-memory Redis counts no commands. Install redis-server')
  const counts = [...info.matchAll(/^cmdstat_(?!info|select|client|ping)(?<name>\S+):calls=(?<calls>\d+)/gm)]
  const sum = (isCounted: (name: string) => boolean) =>
    counts.reduce((all, { groups }) => all + (isCounted(groups?.name ?? '') ? Number(groups?.calls) : 0), 0)
  return { all: sum(() => true), cachedAnswers: sum((name) => name === 'get') }
}

const microseconds = (milliseconds: number) => `${(milliseconds * 1_000).toFixed(0)} µs`.padStart(9)

type Limits = { goal: number; bound: number }

function check(what: string, value: number, unit: string, { goal, bound }: Limits) {
  const mark = value <= goal ? 'ok' : value <= bound ? 'missed' : 'WORSE THAN THE BOUND'
  console.log(
    `  ${what.padEnd(42)} ${value.toFixed(2).padStart(7)} ${unit.padEnd(3)} goal ${goal}, bound ${bound}: ${mark}`,
  )
  if (value > bound) process.exitCode = 1
}

/** The goal is in milliseconds more than the empty one takes. The bound is a ratio, which a slow machine changes less. */
function checkTimes(what: string, than: string, time: number, empty: number, { goal, bound }: Limits) {
  const more = time - empty
  const ratio = time / empty
  const mark = ratio > bound ? 'WORSE THAN THE BOUND' : more <= goal ? 'ok' : 'missed'
  console.log(
    `  ${`${what}, more than ${than}`.padEnd(42)} ${more.toFixed(2).padStart(7)} ms  goal ${goal}; ${ratio.toFixed(2)} × it, bound ${bound}: ${mark}`,
  )
  if (ratio > bound) process.exitCode = 1
}

try {
  const tokens = await addOrganizations(settings.DATABASE_URL, {
    count: ORGANIZATIONS,
    limit: monthlyLimits.ENTERPRISE,
  })
  const bundle = join(folder, 'bundle')
  await buildWorkers(bundle)
  const product: Script = { name: 'product', modules: modulesOf(bundle, 'api') }
  const routes = await bundleRoutes()
  const empty: Script = { name: 'empty-route', modules: routes.empty }
  const bare: Script = { name: 'nothing', modules: routes.nothing }
  const libraries: Script = { name: 'libraries', modules: routes.libraries }

  const workers = {
    empty: await start(empty),
    fetching: await start({ name: 'one-request', modules: routes.fetching }),
    sending: await start({ name: 'one-message', modules: routes.sending }),
    libraries: await start(libraries),
    product: await start(product),
  }
  const entries = Object.entries(workers)
  for (let round = 0; round < WARM_UP_ROUNDS; round++)
    for (const [, worker] of entries) await inParallel(worker, tokens, CALLS)

  const rounds: Record<string, Round[]> = {}
  const outside = { calls: 0, redis: 0, postgres: 0, commands: 0, cachedAnswers: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, worker] of entries) {
      await control.reset(NAMESPACE)
      const commands = await redisCommands()
      rounds[name] = [...(rounds[name] ?? []), await inParallel(worker, tokens, CALLS)]
      if (worker !== workers.product) continue
      const { upstash, neon } = await control.counts(NAMESPACE)
      outside.calls += CALLS
      outside.redis += upstash.trips
      outside.postgres += neon.trips
      const { all, cachedAnswers } = await redisCommands()
      outside.commands += all - commands.all
      outside.cachedAnswers += cachedAnswers - commands.cachedAnswers
    }
  }
  const cpuOf = (name: keyof typeof workers) => median((rounds[name] ?? []).map(({ cpu }) => cpu))
  const rateOf = (name: keyof typeof workers) =>
    median((rounds[name] ?? []).map(({ perSecond }) => perSecond))

  const starts: Record<string, Start[]> = {}
  for (let each = 0; each < STARTS; each++)
    for (const script of [bare, empty, libraries, product])
      starts[script.name] = [...(starts[script.name] ?? []), await measureStart(script, tokens[0] ?? '')]
  const startOf = ({ name }: Script, part: keyof Start) =>
    median((starts[name] ?? []).map((one) => one[part]))

  const trip = cpuOf('fetching') - cpuOf('empty')
  const trips = (outside.redis + outside.postgres) / outside.calls
  const message = cpuOf('sending') - cpuOf('empty')
  const own = cpuOf('product') - trips * trip - message
  const cachedAnswers = outside.cachedAnswers / outside.calls
  const commands = outside.commands / outside.calls - cachedAnswers

  console.log(
    `A warm call, the median of ${ROUNDS} rounds of ${CALLS.toLocaleString('en-US')} calls, ${PARALLEL} at a time`,
  )
  for (const [name, label] of [
    ['empty', 'an empty Hono route'],
    ['fetching', 'a Hono route with one request'],
    ['sending', 'a Hono route that sends one message'],
    ['libraries', 'only the libraries of a call'],
    ['product', 'POST /api/tinproof/validate'],
  ] as const) {
    const ratio = (cpuOf(name) / cpuOf('empty')).toFixed(2)
    console.log(
      `  ${label.padEnd(34)} ${microseconds(cpuOf(name))} of CPU ${ratio.padStart(6)} ×  ${rateOf(name).toFixed(0).padStart(6)} calls/s`,
    )
  }
  console.log(
    `  ${trips.toFixed(2)} requests a call (Redis ${(outside.redis / outside.calls).toFixed(2)}, PostgreSQL ${(outside.postgres / outside.calls).toFixed(2)}), ${microseconds(trip).trim()} each, and 1 message to the queue, ${microseconds(message).trim()}`,
  )
  console.log(`\nA new isolate, the median of ${STARTS}`)
  for (const script of [bare, empty, libraries, product])
    console.log(
      `  ${script.name.padEnd(34)} start ${startOf(script, 'startUp').toFixed(1).padStart(6)} ms  first call ${startOf(script, 'firstCall').toFixed(1).padStart(5)} ms  after it ${startOf(script, 'afterwards').toFixed(1).padStart(5)} ms`,
    )
  console.log('\nGoals')
  check('CPU without its requests and its message', own / cpuOf('empty'), '×', GOALS.ownCpu)
  console.log(
    `  ${'of that, its libraries alone'.padEnd(42)} ${((cpuOf('libraries') - trip) / cpuOf('empty')).toFixed(2).padStart(7)} ×`,
  )
  check('Redis commands of a warm call', commands, '', GOALS.commands)
  console.log(
    `  ${'more, to read cached register answers'.padEnd(42)} ${cachedAnswers.toFixed(2).padStart(7)}`,
  )
  checkTimes(
    'start-up',
    'an empty Worker',
    startOf(product, 'startUp'),
    startOf(bare, 'startUp'),
    GOALS.startUp,
  )
  checkTimes(
    'first call',
    'an empty route',
    startOf(product, 'firstCall'),
    startOf(empty, 'firstCall'),
    GOALS.firstCall,
  )
} finally {
  for (const worker of running) await worker.stop()
  await stop()
}
