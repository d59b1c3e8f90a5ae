import { setTimeout as sleep } from 'node:timers/promises'
import { recordedCall } from '#tests/worker/recorded-call.ts'
import { bound } from './bench-world.ts'
import { openQueueWorld } from './call-queue.ts'
import { addCustomers, type Customer, recordedOf } from './fault-world.ts'

/**
 * 200 isolates record 1,000 calls a second of one organization, whose transactions take 4 ms to commit. Prints the
 * statements on its quota row, and fails beyond the bounds of `worker/quota/README.md`.
 */
const NAMESPACE = 'test_hot_row'
const ISOLATES = 200
/** Calls of as many isolates share a request to the queue, because Miniflare's takes no thousand a second. */
const GROUP = 20
const CALLS_PER_SECOND = 1_000
const SECONDS = 30
const BOUNDS = { statements: 20, recordedAfter: 30_000 }

/** Holds the row's lock as long as a disk or a replica that confirms the commit. */
const SLOW_COMMIT = [
  `create function commit_slowly() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.004); return null; end $$`,
  `create constraint trigger slow_commit after update on organization_quotas
     deferrable initially deferred for each row execute function commit_slowly()`,
]

const { control, settings, queue, stop } = await openQueueWorld(NAMESPACE)
const count = async (sql: string) =>
  Number((await control.sql<{ count: number }>(NAMESPACE, `select (${sql}) as count`))[0]?.count)
const updates = () => count(`select n_tup_upd from pg_stat_user_tables where relname = 'organization_quotas'`)

async function sendCalls({ organizationId }: Customer): Promise<number> {
  const tokenId = await count('select id from api_tokens limit 1')
  const call = () => recordedCall(organizationId, { tokenId, country: 'IN' })
  const interval = (ISOLATES * 1_000) / CALLS_PER_SECOND
  const begin = performance.now()
  const groupOfIsolates = async (index: number) => {
    for (let sent = 0; sent < (SECONDS * 1_000) / interval; sent++) {
      const due = begin + (sent + (index * GROUP) / ISOLATES) * interval
      await sleep(Math.max(0, due - performance.now()))
      await queue.send(Array.from({ length: GROUP }, call))
    }
  }
  await Promise.all(Array.from({ length: ISOLATES / GROUP }, (_, index) => groupOfIsolates(index)))
  return performance.now() - begin
}

try {
  for (const statement of SLOW_COMMIT) await control.sql(NAMESPACE, statement)
  const plan = { tier: 'ENTERPRISE', limit: 1_000_000, used: 0, rate: CALLS_PER_SECOND } as const
  const [customer] = await addCustomers(settings.DATABASE_URL, [plan])
  if (!customer) throw new Error('no customer')
  const before = await updates()
  const began = Date.now()
  const sendingTime = await sendCalls(customer)
  const sent = SECONDS * CALLS_PER_SECOND
  const endedAt = Date.now()
  let recorded = await recordedOf(control, NAMESPACE, customer)
  while (recorded.ids.size < sent && Date.now() < endedAt + 2 * BOUNDS.recordedAfter) {
    await sleep(500)
    recorded = await recordedOf(control, NAMESPACE, customer)
  }
  const recordedAfter = Date.now() - endedAt
  await sleep(1_000)
  const updated = (await updates()) - before
  // A transaction locks the row and updates it once.
  const perSecond = (2 * updated) / ((Date.now() - began - 1_000) / 1_000)
  console.log(
    `${sent} calls in ${(sendingTime / 1_000).toFixed(1)} s, ${Math.round(sent / updated)} in a transaction`,
  )
  bound('Calls that are missing', sent - recorded.ids.size, 0, 'calls')
  bound('Calls charged twice or never', Math.abs(recorded.charged - sent), 0, 'calls')
  bound('Dead letters', await count('select count(*) from dead_calls'), 0, 'calls')
  bound('Failed writes', queue.errors.length, 0, 'errors')
  bound('Recorded after', recordedAfter, BOUNDS.recordedAfter, 'ms')
  bound('Statements on its row', Math.round(perSecond), BOUNDS.statements, 'a second')
} finally {
  await stop()
}
process.exit()
