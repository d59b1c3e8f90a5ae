import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createContext } from '#worker/context.ts'
import { countUsage } from '#worker/jobs/count-usage.ts'
import { cases } from './admin-cases.ts'
import { fill, loadFacts } from './admin-data.ts'
import { bound, openFakes } from './bench-world.ts'
import { explain, type Run, statementsOf } from './explain.ts'

/**
 * Times every read of the admin area and the audit trail with 100,000 users, 150,000 organizations and 10 million audit
 * entries. Fails if the statements of a read take 100 ms of PostgreSQL's CPU, which other work on the machine changes little:
 * the buffers are warm, so nothing else takes time. An argument replaces the 10 million. Needs Linux.
 */
const DATABASE = 'test_admin'
const ENTRIES = Number(process.argv[2] ?? 10_000_000)
const MAX_MILLISECONDS = 100
const RUNS = 5

const { addNamespace, stop } = await openFakes()

/** Of the client's process in PostgreSQL, in milliseconds. */
async function cpuMeter(client: pg.Client): Promise<() => number> {
  await client.query('set max_parallel_workers_per_gather = 0')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const file = `/proc/${rows[0]?.pid}/schedstat`
  return () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
}

async function measure(client: pg.Client, cpu: () => number, run: () => Promise<unknown>) {
  const statements = await statementsOf(run, { realAnswers: true })
  const runs: (Run & { cpu: number })[] = []
  while (runs.length < RUNS) {
    const before = cpu()
    const result = await explain(client, statements)
    runs.push({ ...result, cpu: cpu() - before })
  }
  const [least] = runs.toSorted((one, other) => one.cpu - other.cpu)
  if (!least) throw new Error('no runs')
  return least
}

try {
  const settings = await addNamespace(DATABASE)
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  try {
    const began = performance.now()
    await fill(client, ENTRIES)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${ENTRIES.toLocaleString('en-US')} audit entries written in ${seconds} s`)
    const ctx = createContext(settings, crypto.randomUUID(), () => {})
    for (let more = true; more; ) ({ hasMore: more } = await countUsage(ctx))
    await client.query('vacuum analyze users')
    const all = cases(ctx, await loadFacts(client))
    const cpu = await cpuMeter(client)
    const rows = []
    for (const { name, run } of all) {
      const { milliseconds, scanned, indexes, ...used } = await measure(client, cpu, run)
      const reads = [...indexes, ...scanned.map((table) => `all of ${table}`)].join(', ')
      rows.push({ name, CPU: used.cpu.toFixed(1), elapsed: milliseconds.toFixed(1), reads })
    }
    console.log(`\nMilliseconds in PostgreSQL, best of ${RUNS} runs`)
    console.table(rows)
    bound('CPU of the slowest read', Math.max(...rows.map(({ CPU }) => Number(CPU))), MAX_MILLISECONDS, 'ms')
  } finally {
    await client.end()
  }
} finally {
  await stop()
}
