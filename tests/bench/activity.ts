import pg from 'pg'
import { exportActivity } from '#worker/activity/export-activity.ts'
import { createContext } from '#worker/context.ts'
import { cases } from './activity-cases.ts'
import { type Facts, fill, LARGEST, loadFacts } from './activity-data.ts'
import { bound, openFakes } from './bench-world.ts'
import { explain, type Run, statementsOf } from './explain.ts'

/**
 * Times every statement on calls, daily counts, quotas and tokens with 10,000 calls and with 10 million, both of 20,000
 * organizations, and measures the indexes. Fails if a statement takes more than twice as long, reads a table from end to
 * end, or if a million calls need 380 MB of indexes. An argument replaces the 10 million.
 */
const SMALL = { name: 'test_small', calls: 10_000, days: 10 }
const LARGE = { name: 'test_large', calls: Number(process.argv[2] ?? 10_000_000), days: 100 }
const MAX_RATIO = 2
const MAX_INDEX_MB = 380
const RUNS = 11

const growing = ['api_activities', 'activity_days', 'organizations', 'organization_quotas', 'api_tokens']

const { addNamespace, stop } = await openFakes()

type Database = { client: pg.Client; facts: Facts; ctx: ReturnType<typeof createContext> }

async function createFilled({ name, calls, days }: typeof SMALL): Promise<Database> {
  const settings = { ...(await addNamespace(name)), ACTIVITY_RETENTION_DAYS: '7' }
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  const began = performance.now()
  await fill(client, calls, days)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${calls.toLocaleString('en-US')} calls written in ${seconds} s`)
  const ctx = createContext(settings, crypto.randomUUID(), () => {})
  return { client, facts: await loadFacts(client), ctx }
}

async function measureIndexes({ client }: Database): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes
       from pg_index where indrelid = 'api_activities'::regclass order by bytes`,
  )
  const megabytes = (bytes: number) => Math.round((10 * bytes) / LARGE.calls) / 10
  const table = await client.query<{ bytes: string }>(`select pg_relation_size('api_activities') as bytes`)
  console.table(
    [{ name: 'the rows', bytes: table.rows[0]?.bytes }, ...rows].map(({ name, bytes }) => ({
      name,
      'MB per million calls': megabytes(Number(bytes)),
    })),
  )
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  bound('All indexes of a million calls', megabytes(total), MAX_INDEX_MB, 'MB')
}

const fastest = (runs: readonly Run[]) => {
  const [run] = runs.toSorted((a, b) => a.milliseconds - b.milliseconds)
  if (!run) throw new Error('no runs')
  return run
}

/** Alternates between the databases and takes the fastest runs, so that other load on the machine doesn't count. */
async function compare(small: Database, large: Database): Promise<void> {
  const smallCases = cases(small.ctx, small.facts)
  const rows = []
  for (const [index, largeCase] of cases(large.ctx, large.facts).entries()) {
    const smallCase = smallCases[index]
    if (!smallCase) throw new Error('no case')
    const statements = [await statementsOf(smallCase.run), await statementsOf(largeCase.run)] as const
    const { name, pick = (all) => all, scans = [] } = largeCase
    if (statements.some((sent) => pick(sent).length === 0)) throw new Error(`${name} sends no statement`)
    const [fewer, more]: [Run[], Run[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      fewer.push(await explain(small.client, pick(statements[0])))
      more.push(await explain(large.client, pick(statements[1])))
    }
    const forbidden = growing.filter((table) => !scans.includes(table))
    rows.push({ name, ...rowOf(fastest(fewer), fastest(more), forbidden) })
  }
  console.log(`\nMilliseconds in PostgreSQL, fastest of ${RUNS} runs`)
  console.table(rows)
}

function rowOf(few: Run, many: Run, forbidden: readonly string[]) {
  const ratio = many.milliseconds / few.milliseconds
  const scanned = many.scanned.filter((table) => forbidden.includes(table))
  const problems = [
    ...(ratio > MAX_RATIO ? [`MORE THAN ${MAX_RATIO} TIMES`] : []),
    ...scanned.map((table) => `READS ALL OF ${table}`),
  ]
  if (problems.length > 0) process.exitCode = 1
  return {
    '10,000': few.milliseconds.toFixed(2),
    [LARGE.calls.toLocaleString('en-US')]: many.milliseconds.toFixed(2),
    ratio: ratio.toFixed(2),
    rows: many.rows,
    indexes: many.indexes.join(', '),
    problems: problems.join(', '),
  }
}

/** Exports the largest organization's calls for a client that reads at once. */
async function measureExport({ ctx }: Database): Promise<void> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  let [chunks, bytes] = [0, 0]
  for await (const chunk of await exportActivity(ctx, { organizationId: LARGEST })) {
    chunks++
    bytes += chunk.length
  }
  const { user, system } = process.cpuUsage(cpu)
  const took = performance.now() - began
  console.log(
    `\nThe export of the largest organization: ${(took / 1000).toFixed(1)} s, ${(took / chunks).toFixed(1)} ms for each of ${chunks} batches, ${(bytes / 1e6).toFixed(0)} MB, ${((user + system) / 1e6).toFixed(1)} s of the Worker's own time`,
  )
}

try {
  const small = await createFilled(SMALL)
  const large = await createFilled(LARGE)
  try {
    await measureIndexes(large)
    await compare(small, large)
    await measureExport(large)
  } finally {
    await Promise.all([small.client.end(), large.client.end()])
  }
} finally {
  await stop()
}
