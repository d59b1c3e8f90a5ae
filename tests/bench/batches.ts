import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type RunningWorker, startWorker } from '#tests/dev/workerd.ts'
import { companyOf } from '#tests/fakes/registers/company.ts'
import type { Batch } from '#worker/batches/contract.ts'
import { validateTin } from '#worker/tin/index.ts'
import { bound, openFakes } from './bench-world.ts'
import { watchHeap } from './heap.ts'
import { addOrganizations } from './organizations.ts'
import { median } from './race.ts'

/**
 * Three measurements with the queue and the runtime of `npm run dev`: `rows`, 100,000 rows without a register; `kills`, the
 * same with ten kills; `sharing`, ten customers whose batches share one slow register, beside single calls. Names of
 * measurements as arguments make only these.
 */
const ROWS = 100_000
const KILLS = 10
const GOAL = 2_000
const MAX_MEMORY = 128

const CUSTOMERS = 10
const ROWS_EACH = 60
const REGISTER_MS = 300
const SHARING_SECONDS = 45

const NAMESPACE = 'test_batches'
const root = join(import.meta.dirname, '../..')

/** The workerd processes that this process started. */
function workerdIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8')
        return /^Name:\s+workerd$/m.test(status) && new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)
      } catch {
        return false
      }
    })
}

const { control, addNamespace, stop } = await openFakes()
const settings = await addNamespace(NAMESPACE)
const db = new pg.Client({ connectionString: settings.DATABASE_URL })
await db.connect()

let worker: RunningWorker | undefined
const start = async () => {
  worker = await startWorker({ root, settings, watch: false, inspect: true, print: () => {} })
}

/** As when the machine fails: the queue and what the Worker was doing are lost. */
async function kill(): Promise<void> {
  for (const id of workerdIds()) process.kill(id, 'SIGKILL')
  await worker?.stop().catch(() => undefined)
  await start()
}

async function runCron(): Promise<void> {
  await db.query(
    "update job_runs set next_run_at = now() - interval '1 minute' where name = 'continue-batches'",
  )
  await worker?.runCron()
}

async function call(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, worker?.url)
  const response = await fetch(url, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...init.headers },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

const get = async (token: string, id: string): Promise<Batch> =>
  JSON.parse(await (await call(token, `/api/tinproof/batches/${id}`)).text())

function csvOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => `${at};DE${100_000_000 + at};Customer ${at}`)
  return `Kundennr.;USt-IdNr.;Firma\n${lines.join('\n')}\n`
}

async function create(token: string, csv: string, query: string): Promise<string> {
  const response = await call(token, `/api/tinproof/batches/csv?${query}`, {
    method: 'POST',
    body: csv,
    headers: { 'Content-Type': 'text/csv' },
  })
  return JSON.parse(await response.text()).id
}

async function runAll(token: string, kills: number) {
  const startedAt = performance.now()
  const id = await create(token, csvOf(ROWS), 'source=false')
  const uploaded = performance.now()
  let killed = 0
  let batch = await get(token, id)
  while (batch.state === 'processing') {
    const done = ROWS - batch.pendingRows
    if (killed < kills && done >= ((killed + 0.5) * ROWS) / kills) {
      await kill()
      killed++
      await runCron()
    }
    await sleep(100)
    if (kills > 0 && (performance.now() - startedAt) % 5_000 < 150) await runCron()
    batch = await get(token, id)
    process.stdout.write(`\r  ${ROWS - batch.pendingRows} of ${ROWS} rows, ${killed} kills `)
  }
  process.stdout.write('\n')
  const endedAt = performance.now()
  const csv = await (await call(token, `/api/tinproof/batches/${id}/results/csv`)).text()
  const [quota] = (
    await db.query(
      'select used_count from organization_quotas q join batches b using (organization_id) where b.id = $1',
      [id],
    )
  ).rows
  return {
    state: batch.state,
    counts: batch.counts,
    killed,
    upload: (uploaded - startedAt) / 1_000,
    processing: (endedAt - uploaded) / 1_000,
    hash: createHash('sha256').update(csv).digest('hex').slice(0, 16),
    lines: csv.split('\r\n').length - 2,
    used: Number(quota.used_count),
  }
}

/** Danish numbers that the register holds, each once. */
function* danish(): Generator<string, never> {
  for (let number = 40_000_000; ; number++) {
    const checked = validateTin('DK', String(number), { type: 'DK.CVR' })
    if (checked.valid && companyOf(`DK${checked.compact}`, '')) yield checked.compact
  }
}

async function singleCall(token: string, tin: string): Promise<number> {
  const startedAt = performance.now()
  await call(token, '/api/tinproof/validate', {
    method: 'POST',
    body: JSON.stringify({ countryCode: 'DK', tin }),
    headers: { 'Content-Type': 'application/json' },
  })
  return performance.now() - startedAt
}

async function share(tokens: readonly string[], caller: string) {
  const numbers = danish()
  const next = () => numbers.next().value
  await control.switchRegister({ namespace: NAMESPACE, register: 'vies', mode: 'slow', ms: REGISTER_MS })
  const alone: number[] = []
  for (let made = 0; made < 15; made++) alone.push(await singleCall(caller, next()))
  const batches = await Promise.all(
    tokens.map(async (token) => ({
      token,
      id: await create(
        token,
        `tin\n${Array.from({ length: ROWS_EACH }, () => `DK${next()}`).join('\n')}`,
        '',
      ),
    })),
  )
  const beside: number[] = []
  const endsAt = Date.now() + SHARING_SECONDS * 1_000
  while (Date.now() < endsAt) {
    beside.push(await singleCall(caller, next()))
    await sleep(500)
  }
  const answered = await Promise.all(
    batches.map(async ({ token, id }) => ROWS_EACH - (await get(token, id)).pendingRows),
  )
  return { answered, alone: median(alone), beside: median(beside) }
}

const wanted = new Set(process.argv.slice(2))
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name)

type Run = Awaited<ReturnType<typeof runAll>>

async function measureRows(token: string): Promise<Run> {
  console.log(`${ROWS} rows, undisturbed`)
  const heap = worker?.inspector && (await watchHeap(worker.inspector))
  const plain = await runAll(token, 0)
  const { peak = Number.NaN, kept = Number.NaN } = (await heap?.stop()) ?? {}
  console.log(
    `  heap afterwards: ${kept} MB; results ${plain.hash}, ${plain.lines} lines, charged ${plain.used}`,
  )
  bound('Upload and processing', Math.round(plain.upload + plain.processing), ROWS / GOAL, 's')
  bound('Heap of the Worker', peak, MAX_MEMORY, 'MB')
  return plain
}

async function measureKills(token: string, plain: Run | undefined): Promise<void> {
  console.log(`${ROWS} rows, ${KILLS} kills`)
  const killed = await runAll(token, KILLS)
  console.log(
    `  ${killed.killed} kills, ${killed.processing.toFixed(1)} s; results ${killed.hash}, ${killed.lines} lines, charged ${killed.used}`,
  )
  bound('Different results', killed.lines === ROWS && (!plain || plain.hash === killed.hash) ? 0 : 1, 0)
  bound('Kills that are missing', KILLS - killed.killed, 0)
  bound('Calls charged twice or never', Math.abs(killed.used - ROWS), 0)
}

async function measureSharing(tokens: readonly string[], caller: string): Promise<void> {
  console.log(`${CUSTOMERS} customers, one register with ${REGISTER_MS} ms, ${SHARING_SECONDS} s`)
  const { answered, alone, beside } = await share(tokens, caller)
  const mean = answered.reduce((sum, rows) => sum + rows, 0) / answered.length
  console.log(`  rows answered: ${answered.join(' ')}; mean ${mean.toFixed(1)}`)
  bound('Customers with less than half of the mean', answered.filter((rows) => rows < mean / 2).length, 0)
  bound('A single call beside the batches', Math.round(beside), Math.round(alone * 1.5 + 50), 'ms')
}

try {
  await start()
  const [first = '', second = '', caller = '', ...tokens] = await addOrganizations(settings.DATABASE_URL, {
    count: 3 + CUSTOMERS,
    limit: 2 * ROWS,
  })
  const plain = isWanted('rows') ? await measureRows(first) : undefined
  if (isWanted('kills')) await measureKills(second, plain)
  if (isWanted('sharing')) await measureSharing(tokens, caller)
} finally {
  await worker?.stop().catch(() => undefined)
  await db.end()
  await stop()
}
process.exit()
