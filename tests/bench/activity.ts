import { join } from 'node:path'
import pg from 'pg'
import { startChildProcess } from '#tests/dev/child-process.ts'
import type { FakesForWorker } from '#tests/dev/fakes-process.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import type { ActivityFilter } from '#worker/activity/contract.ts'
import { exportActivity } from '#worker/activity/export-activity.ts'
import { listActivity } from '#worker/activity/list-activity.ts'
import { listActivityDays } from '#worker/activity/list-activity-days.ts'
import { type Context, createContext } from '#worker/context.ts'
import { deleteOldActivity } from '#worker/jobs/delete-old-activity.ts'
import { explain, statementsOf } from './explain.ts'

/** Measures the activity statements with a million calls of one organization and 200,000 of others. */
const DATABASE = 'bench'
const CALLS = 1_200_000
const DAYS = 100
const MAX_MS = 50

const organizationId = 'organization-0'

/**
 * The million: 450,000 calls of token 1, 400,000 of token 2 (all 429), 100,000 of token 3 (all calls of the second
 * endpoint) and the rest of seven tokens. 20 other organizations have 10,000 calls each, spread evenly over time.
 */
const fill = [
  `insert into organizations (id, name) select 'organization-' || n, 'Organization' from generate_series(0, 20) n`,
  `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
   select 'Token ' || n, n, 'tp_live_', '0000', '${organizationId}', '{"read":true,"validation":true}'
     from generate_series(1, 10) n`,
  `insert into api_activities (request_id, organization_id, token_id, method, endpoint, status_code, outcome,
                               response_time, country, spent, timestamp)
   select gen_random_uuid(),
          case when n % 6 = 5 then 'organization-' || 1 + n % 20 else '${organizationId}' end,
          case when n % 6 = 5 then null when r < 45 then 1 when r < 85 then 2 when r < 95 then 3 else 4 + n % 7 end,
          'POST',
          case when r between 85 and 94 then '/api/tinproof/second' else '/api/tinproof/validate' end,
          status,
          case when status >= 400 then 'refused' when n % 3 = 0 then 'invalid' when n % 97 = 0 then 'unknown' else 'valid' end,
          n % 60, 'DE', case when status = 200 then 1 else 0 end, at
     from (select n, r, now() - (${CALLS} - n) * (interval '${DAYS} days' / ${CALLS}) as at,
                  case when r between 40 and 44 then 422 when r between 45 and 84 then 429
                       when n < ${CALLS / 10} and r = 99 then 403 when n % 10000 = 98 then 400 else 200 end as status
             from (select n, (n - n / 6) % 100 as r from generate_series(0, ${CALLS - 1}) n) numbered) calls
    order by at`,
  `insert into activity_days
   select organization_id, (timestamp at time zone 'UTC')::date, outcome, count(*) from api_activities group by 1, 2, 3`,
  'analyze',
]

type Query = ActivityFilter & { before?: number }
type Case = { name: string; run: () => Promise<unknown>; index: string; max?: number }

function cases(ctx: Context, middle: { id: number; day: string }): Case[] {
  const page = (name: string, index: string, query: Query): Case => ({
    name,
    index,
    max: MAX_MS,
    run: () => listActivity(ctx, { organizationId, limit: 100, ...query }),
  })
  const { day } = middle
  const own = 'api_activities_organization_id_'
  const endpoint = '/api/tinproof/second'
  type Filter = readonly [index: string, name: string, query: Query]
  const single = ([index, name, query]: Filter) => [
    page(name, index, query),
    page(`${name}, before the 500,000th`, index, { ...query, before: middle.id }),
  ]
  const all = `${own}timestamp_idx`
  const kinds = `${own}endpoint_idx`
  const tokens = `${own}token_id_idx`
  const filters: readonly Filter[] = [
    [all, 'all calls', {}],
    [all, 'a day', { day }],
    [kinds, 'status 200, half of all', { status: 200 }],
    [kinds, 'status 400, one in 10,000', { status: 400 }],
    [kinds, 'status 403, long ago', { status: 403 }],
    [kinds, 'status 599, none', { status: 599 }],
    [kinds, 'an endpoint of 100,000', { endpoint }],
    [kinds, 'an endpoint of none', { endpoint: '/nothing' }],
    [kinds, 'status 200, endpoint of 100,000', { status: 200, endpoint }],
    [tokens, 'a token of 450,000', { tokenId: 1 }],
    [tokens, 'a token of 7,000', { tokenId: 5 }],
    [tokens, 'status 200, token of 450,000', { status: 200, tokenId: 1 }],
    [tokens, 'status 400, token of 450,000', { status: 400, tokenId: 1 }],
    [tokens, 'status 403, token of 7,000', { status: 403, tokenId: 5 }],
    [tokens, 'no matches: status and token', { status: 200, tokenId: 2 }],
    [tokens, 'no matches: token and status', { status: 429, tokenId: 1 }],
    [kinds, 'no matches: status, endpoint', { status: 429, endpoint }],
    [tokens, 'no matches: token, endpoint', { tokenId: 1, endpoint }],
    [tokens, 'no matches: all, and a day', { status: 200, tokenId: 2, endpoint, day }],
  ]
  return [
    ...filters.flatMap(single),
    {
      name: 'the days',
      index: 'activity_days_key',
      max: MAX_MS,
      run: () => listActivityDays(ctx, organizationId),
    },
    {
      name: 'a batch of the export',
      index: `${own}timestamp_idx`,
      max: MAX_MS,
      run: () => exportActivity(ctx, { organizationId }),
    },
    {
      name: 'a batch of the retention',
      index: 'api_activities_timestamp_idx',
      run: () => deleteOldActivity(ctx),
    },
  ]
}

async function report(client: pg.Client, { name, run, index, max }: Case): Promise<void> {
  const [statement] = await statementsOf(run)
  if (!statement) throw new Error(`${name}: no statement`)
  const { indexes, milliseconds, rows } = await explain(client, statement)
  const isRight = indexes.includes(index)
  const isFast = max === undefined || milliseconds < max
  if (!isRight || !isFast) process.exitCode = 1
  const verdict = isRight && isFast ? '' : isRight ? `  NOT UNDER ${max} ms` : `  NOT ${index}`
  console.log(
    `  ${name.padEnd(48)} ${milliseconds.toFixed(2).padStart(8)} ms ${String(rows).padStart(6)} rows  ${indexes.join(', ')}${verdict}`,
  )
}

/** Exports the whole CSV for a client that reads at once. */
async function measureExport(ctx: Context): Promise<void> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  let [chunks, bytes] = [0, 0]
  for await (const chunk of await exportActivity(ctx, { organizationId })) {
    chunks++
    bytes += chunk.length
  }
  const { user, system } = process.cpuUsage(cpu)
  const took = performance.now() - began
  console.log(
    `\nThe export of the million: ${(took / 1000).toFixed(1)} s, ${(took / chunks).toFixed(1)} ms for each of ${chunks} batches, ${(bytes / 1e6).toFixed(0)} MB, ${((user + system) / 1e6).toFixed(1)} s of the Worker's own time`,
  )
}

const fakes = await startChildProcess<FakesForWorker>(join(import.meta.dirname, '../dev/fakes-process.ts'))
const { fakesUrl, databaseTemplate, workerSettings } = fakes.ready
await fakesClient(fakesUrl).createDatabase(DATABASE, databaseTemplate)
const settings = settingsFor(workerSettings, DATABASE)
const ctx = createContext(settings, crypto.randomUUID(), () => {})
const client = new pg.Client({ connectionString: settings.DATABASE_URL })
await client.connect()
try {
  const began = performance.now()
  for (const statement of fill) await client.query(statement)
  console.log(
    `${CALLS.toLocaleString('en-US')} calls in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  const { rows } = await client.query<{ id: string; day: string }>(
    `select id, (timestamp at time zone 'UTC')::date::text as day from api_activities
      where organization_id = $1 order by timestamp desc offset 500000 limit 1`,
    [organizationId],
  )
  const middle = { id: Number(rows[0]?.id), day: rows[0]?.day ?? '' }
  console.log('Execution time, the median of 7, and the indexes read')
  for (const one of cases(ctx, middle)) await report(client, one)
  await measureExport(ctx)
} finally {
  await client.end()
  await fakes.stop()
}
