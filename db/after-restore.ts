import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import * as schema from './schema/index.ts'
import { now } from './time.ts'

const {
  alerts,
  apiTokens,
  auditEntries,
  batches,
  invitations,
  jobRuns,
  monitors,
  recordChain,
  records,
  sessions,
  statusOutages,
  webhookEndpoints,
} = schema

type Database = Pick<NodePgDatabase<typeof schema>, 'select' | 'update' | 'delete' | 'execute' | '$count'>

/** Rows that customers end. No two rows ever share a `key`, but after a restore, an ID may be reused. */
type Ended = {
  table: PgTable
  key: PgColumn
  createdAt: PgColumn
  isAlive?: SQL | undefined
  end: (db: Database, keys: string[]) => Promise<unknown>
}

const isAhead = (end: PgColumn) => or(isNull(end), gt(end, now))

const endedRows = {
  tokens: {
    table: apiTokens,
    key: apiTokens.token,
    createdAt: apiTokens.createdAt,
    isAlive: and(isAhead(apiTokens.expiresAt), isAhead(apiTokens.deleteAt)),
    // A project needs the row of its key.
    end: (db, keys) => db.update(apiTokens).set({ expiresAt: now }).where(inArray(apiTokens.token, keys)),
  },
  records: {
    table: records,
    key: records.id,
    createdAt: records.createdAt,
    end: (db, keys) =>
      db.execute(sql`with deleted as (delete from ${records} where ${inArray(records.id, keys)} returning *)
        update ${recordChain} as chain set deleted_at = now() from deleted
        where (chain.organization_id, chain.live, chain.number)
          = (deleted.organization_id, deleted.live, deleted.number)`),
  },
  links: {
    table: records,
    key: records.link,
    createdAt: records.createdAt,
    isAlive: and(isNotNull(records.link), isAhead(records.linkExpiresAt)),
    end: (db, keys) =>
      db
        .update(records)
        .set({ link: null, linkSecret: null, linkExpiresAt: null })
        .where(inArray(records.link, keys)),
  },
  invitations: {
    table: invitations,
    key: invitations.token,
    createdAt: invitations.createdAt,
    // One that was accepted since can be accepted again.
    isAlive: and(ne(invitations.status, 'revoked'), isAhead(invitations.expiresAt)),
    end: (db, keys) =>
      db
        .update(invitations)
        .set({ status: 'revoked' })
        .where(and(inArray(invitations.token, keys), eq(invitations.status, 'pending'))),
  },
  batches: {
    table: batches,
    key: batches.id,
    createdAt: batches.createdAt,
    end: (db, keys) => db.delete(batches).where(inArray(batches.id, keys)),
  },
  monitors: {
    table: monitors,
    key: monitors.id,
    createdAt: monitors.createdAt,
    end: (db, keys) => db.delete(monitors).where(inArray(monitors.id, keys)),
  },
  endpoints: {
    table: webhookEndpoints,
    key: webhookEndpoints.id,
    createdAt: webhookEndpoints.createdAt,
    end: (db, keys) => db.delete(webhookEndpoints).where(inArray(webhookEndpoints.id, keys)),
  },
} satisfies Record<string, Ended>
const endedNames = Object.keys(endedRows) as (keyof typeof endedRows)[]

type Restore = { restored: Database; lost: Database; time: Date }

const PAGE = 5_000

async function* endedSince({ restored, lost, time }: Restore, { table, key, createdAt, isAlive }: Ended) {
  const aliveKeys = async (db: Database, where: SQL | undefined) => {
    const rows = await db
      .select({ key: sql<string>`${key}` })
      .from(table)
      .where(and(where, isAlive))
      .orderBy(asc(key))
      .limit(PAGE)
    return rows.map((row) => row.key)
  }
  let page = await aliveKeys(restored, lt(createdAt, time))
  while (page.length > 0) {
    const alive = new Set(await aliveKeys(lost, inArray(key, page)))
    yield page.filter((one) => !alive.has(one))
    page = await aliveKeys(restored, and(lt(createdAt, time), gt(key, page.at(-1))))
  }
}

async function endAgain(restore: Restore, apply: boolean) {
  const { restored, time } = restore
  const counts = {
    tokens: 0,
    records: 0,
    links: 0,
    invitations: 0,
    batches: 0,
    monitors: 0,
    endpoints: 0,
    sessions: 0,
  }
  for (const name of endedNames)
    for await (const keys of endedSince(restore, endedRows[name])) {
      if (apply && keys.length > 0) await endedRows[name].end(restored, keys)
      counts[name] += keys.length
    }
  counts.sessions = await restored.$count(sessions, lt(sessions.createdAt, time))
  if (apply) await restored.delete(sessions).where(lt(sessions.createdAt, time))
  return counts
}

/** Calls that wait in the queue refer to tokens of the lost state by ID. */
async function skipLostTokenIds({ restored, lost }: Restore): Promise<void> {
  const [latest] = await lost.select({ id: max(apiTokens.id) }).from(apiTokens)
  const next = sql`greatest(${latest?.id ?? 0}::int, (select max(${apiTokens.id}) from ${apiTokens}), 1)`
  await restored.execute(sql`select setval(pg_get_serial_sequence('api_tokens', 'id'), ${next})`)
}

/** To the first cron, no job had run since the restored time. */
async function deleteFalseOutage({ restored, time }: Restore): Promise<void> {
  const { component, startedAt, endedAt } = statusOutages
  await restored
    .delete(statusOutages)
    .where(and(eq(component, 'api'), lte(startedAt, time), gt(endedAt, time)))
  const isOpen = or(isNull(alerts.endedAt), gt(alerts.endedAt, time))
  await restored
    .delete(alerts)
    .where(and(eq(alerts.code, 'JOBS_STOPPED'), lte(alerts.createdAt, time), isOpen))
}

const lostChanges = ({ lost, time }: Restore) =>
  lost
    .select({ event: auditEntries.event, entries: sql<number>`count(*)::int` })
    .from(auditEntries)
    .where(gt(auditEntries.timestamp, time))
    .groupBy(auditEntries.event)
    .orderBy(auditEntries.event)

/**
 * After PostgreSQL was restored to `time`: expires tokens that had ended, stops links of records, revokes invitations, deletes
 * records, batches, monitors and webhook endpoints that had been deleted, ends that time's sessions, deletes the outage that
 * wasn't one and makes all jobs due. Without `apply`, changes nothing.
 */
export async function afterRestore(
  { restoredUrl, lostUrl, time }: { restoredUrl: string; lostUrl: string; time: Date },
  { apply }: { apply: boolean },
) {
  const clients = [restoredUrl, lostUrl].map((connectionString) => new Client({ connectionString }))
  const [restored, lost] = clients.map((client) => drizzle({ client, schema, casing: 'snake_case' }))
  if (!restored || !lost) throw new Error('Two databases are needed.')
  try {
    await Promise.all(clients.map((client) => client.connect()))
    return await restored.transaction(async (tx) => {
      const restore = { restored: tx, lost, time }
      const ended = await endAgain(restore, apply)
      if (apply) {
        await skipLostTokenIds(restore)
        await deleteFalseOutage(restore)
        await tx.update(jobRuns).set({ nextRunAt: now })
      }
      return { ended, changes: await lostChanges(restore) }
    })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

if (import.meta.main) {
  const { DATABASE_URL: restoredUrl, LOST_DATABASE_URL: lostUrl } = process.env
  const time = new Date(process.argv[2] ?? '')
  if (!restoredUrl || !lostUrl || Number.isNaN(time.getTime())) {
    console.error(
      'DATABASE_URL=<restored> LOST_DATABASE_URL=<lost> npm run db:after-restore -- 2026-11-24T12:00:00Z [--apply]',
    )
    process.exit(1)
  }
  const apply = process.argv.includes('--apply')
  const { ended, changes } = await afterRestore({ restoredUrl, lostUrl, time }, { apply })
  console.log(apply ? 'Ended again:' : 'Would be ended again; add --apply to do it:')
  console.table(ended)
  console.log('Lost, by event of the audit trail:')
  console.table(changes)
}
