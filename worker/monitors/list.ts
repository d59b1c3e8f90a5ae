import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Queries } from '#db/client.ts'
import { cursorOf, isOlder, newestFirst, pageOf } from '#db/newest-first.ts'
import { monitorChanges, monitors, organizations, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { oneRow } from '#worker/transaction.ts'
import { hashesOfSearch } from '#worker/validation/search-hashes.ts'
import {
  HISTORY_SIZE,
  type listMonitorsSchema,
  MAX_TEST_MONITORS,
  type Monitor,
  type MonitorAnswer,
  type MonitorList,
  type MonitorWithHistory,
  monitorLimits,
} from './contract.ts'
import { decryptFor, decryptMonitor, type StoredChange } from './secrets.ts'

export type MonitorId = { organizationId: string; monitorId: string; isTest?: boolean }

export const isMonitor = ({ monitorId, ...owner }: MonitorId): SQL | undefined =>
  and(eq(monitors.id, monitorId), isOf(owner))

const isOf = ({ organizationId, isTest }: Omit<MonitorId, 'monitorId'>): SQL | undefined =>
  and(eq(monitors.organizationId, organizationId), isTest ? eq(monitors.live, false) : undefined)

type Row = { monitor: typeof monitors.$inferSelect; createdBy: string | null; cursor: string }

const selectMonitors = (db: Queries) =>
  db
    .select({ monitor: monitors, createdBy: users.email, cursor: cursorOf(monitors) })
    .from(monitors)
    .leftJoin(users, eq(users.id, monitors.createdBy))

export async function findMonitor(db: Queries, id: MonitorId): Promise<Row> {
  const [row] = await selectMonitors(db).where(isMonitor(id))
  if (!row) throw new AppError('MONITOR_NOT_FOUND')
  return row
}

type ListInput = z.output<typeof listMonitorsSchema> & { organizationId: string; isTest: boolean }

const states: Readonly<Record<NonNullable<ListInput['state']>, SQL>> = {
  active: isNull(monitors.pausedBy),
  paused: isNotNull(monitors.pausedBy),
  failing: isNotNull(monitors.failingSince),
}

export async function listMonitors(
  ctx: Context,
  { organizationId, isTest, search, result, changedSince, state, cursor, limit }: ListInput,
): Promise<MonitorList> {
  const { db } = ctx
  const owner = isOf({ organizationId, isTest })
  const [rows, count, tier] = await Promise.all([
    selectMonitors(db)
      .where(
        and(
          owner,
          search ? isFound(ctx, organizationId, search) : undefined,
          result && eq(monitors.result, result),
          changedSince === undefined ? undefined : gte(monitors.changedAt, new Date(changedSince)),
          state && states[state],
          isOlder(monitors, cursor),
        ),
      )
      .orderBy(...newestFirst(monitors))
      .limit(limit + 1),
    db.$count(monitors, and(owner, eq(monitors.live, !isTest))),
    readTier(db, organizationId),
  ])
  const { page, next } = pageOf(rows, limit)
  return {
    monitors: await Promise.all(page.map((row) => describeMonitor(ctx, row))),
    next,
    monitorCount: count,
    monitorLimit: isTest ? MAX_TEST_MONITORS : monitorLimits[tier],
  }
}

function isFound({ settings }: Context, organizationId: string, search: string): SQL | undefined {
  const hashes = sql.param(hashesOfSearch(settings.BATCH_KEYS, organizationId, search))
  return or(sql`${monitors.search} && ${hashes}::text[]`, eq(monitors.id, search))
}

export async function readTier(db: Queries, organizationId: string): Promise<Tier> {
  const rows = await db
    .select({ tier: organizations.tier })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return oneRow(rows).tier
}

export async function readMonitor(ctx: Context, id: MonitorId): Promise<MonitorWithHistory> {
  const monitor = await describeMonitor(ctx, await findMonitor(ctx.db, id))
  const changes = await selectChanges(ctx, [id.monitorId]).limit(HISTORY_SIZE)
  return await withHistory(ctx, monitor, changes)
}

const selectChanges = ({ db }: Context, ids: string[]) =>
  db
    .select(pick(monitorChanges, 'monitorId', 'changed', 'details', 'createdAt'))
    .from(monitorChanges)
    .where(inArray(monitorChanges.monitorId, ids))
    .orderBy(desc(monitorChanges.id))

type ChangeRow = Pick<typeof monitorChanges.$inferSelect, 'monitorId' | 'changed' | 'details' | 'createdAt'>

async function withHistory(
  ctx: Context,
  monitor: Monitor,
  changes: readonly ChangeRow[],
): Promise<MonitorWithHistory> {
  const own = changes.filter(({ monitorId }) => monitorId === monitor.id)
  const history = await Promise.all(
    own.map(async ({ changed, details, createdAt }) => ({
      at: createdAt.toISOString(),
      changed,
      ...(await decryptFor<StoredChange>(ctx, monitor.id, details)),
    })),
  )
  return { ...monitor, history }
}

const EXPORT_SIZE = 100

export function exportMonitors(ctx: Context, organizationId: string) {
  const own = isOf({ organizationId })
  const read = async (last?: { cursor: string }) => {
    const rows = await selectMonitors(ctx.db)
      .where(and(own, isOlder(monitors, last?.cursor)))
      .orderBy(...newestFirst(monitors))
      .limit(EXPORT_SIZE)
    const changes = await selectChanges(
      ctx,
      rows.map(({ monitor }) => monitor.id),
    )
    return await Promise.all(
      rows.map(async (row) => ({
        cursor: row.cursor,
        monitor: await withHistory(ctx, await describeMonitor(ctx, row), changes),
      })),
    )
  }
  return jsonArray({ size: EXPORT_SIZE, read }, ({ monitor }) => monitor)
}

export async function describeMonitor(ctx: Context, { monitor, createdBy }: Row): Promise<Monitor> {
  const { details, known } = await decryptMonitor(ctx, monitor)
  const { tin, type, name, customId } = details
  return {
    ...pick(monitor, 'id', 'live', 'countryCode'),
    tin,
    type: type ?? null,
    name: name ?? null,
    customId: customId ?? null,
    ...pick(monitor, 'every', 'pausedBy'),
    answer: known ? shownAnswer(known) : null,
    ...withIsoDates(pick(monitor, 'checkedAt', 'nextCheckAt', 'changedAt', 'differsSince', 'failingSince')),
    createdBy,
    createdAt: monitor.createdAt.toISOString(),
  }
}

export const shownAnswer = (answer: MonitorAnswer): MonitorAnswer =>
  pick(answer, 'result', 'reason', 'name', 'address', 'status', 'register')
