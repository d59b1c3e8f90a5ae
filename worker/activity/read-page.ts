import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { apiActivities, apiTokens, batches } from '#db/schema/index.ts'
import { readRequested } from '#worker/batches/pending/read.ts'
import type { Context } from '#worker/context.ts'
import { AppError, errorDocsPath, errorTable } from '#worker/errors.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { DAY } from '#worker/lib/time.ts'
import { findRecorded } from '#worker/records/read.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { type Activity, type ActivityFilter, type CallDetail, HISTORY_SIZE } from './contract.ts'

type ActivityPage = ActivityFilter & {
  organizationId: string
  before?: number | undefined
  limit: number
}

export async function listActivity({ db }: Context, page: ActivityPage): Promise<Activity[]> {
  const rows = await selectPage(db, page)
  return rows.map(toActivity)
}

const toActivity = ({ numberHash: _, ...row }: Awaited<ReturnType<typeof selectPage>>[number]): Activity =>
  withIsoDates(row)

export const selectPage = (db: Db, page: ActivityPage) =>
  selectCalls(db, {
    organizationId: page.organizationId,
    where: sql`${apiActivities.id} = any(array(${newestIds(db, page)}))`,
    limit: page.limit,
  })

type Calls = { organizationId: string; where: SQL; limit: number }

function selectCalls(db: Db, { organizationId, where, limit }: Calls) {
  // The limit makes PostgreSQL find the calls by ID first, also if it expects few calls of the organization.
  const found = db.select().from(apiActivities).where(where).limit(limit).as('found')
  return db
    .select({
      ...pick(found, 'id', 'method', 'endpoint'),
      status: found.statusCode,
      outcome: found.outcome,
      responseTime: sql<number>`coalesce(${found.responseTime}, 0)`,
      ...pick(found, 'quotaTime', 'registerTime', 'errorCode', 'country', 'tokenId'),
      tokenName: apiTokens.name,
      ...pick(found, 'requestId', 'rows', 'numberHash'),
      createdAt: found.timestamp,
    })
    .from(found)
    .leftJoin(apiTokens, and(eq(apiTokens.id, found.tokenId), eq(apiTokens.organizationId, organizationId)))
    .where(eq(found.organizationId, organizationId))
    .orderBy(desc(found.timestamp), desc(found.id))
}

const kinds = alias(apiActivities, 'kinds')
const newest = alias(apiActivities, 'newest')

/** A kind is an endpoint with a status. An index has the calls of each by time, so a page reads few others. */
function newestIds(db: Db, page: ActivityPage): SQL {
  const { organizationId, tokenId, status, endpoint, limit } = page
  const kind = sql`${apiActivities.endpoint}, ${apiActivities.statusCode}`
  const inScope =
    tokenId === undefined
      ? eq(apiActivities.organizationId, organizationId)
      : eq(apiActivities.tokenId, tokenId)
  const isWantedKind = and(
    sql`true`,
    endpoint === undefined ? undefined : eq(kinds.endpoint, endpoint),
    status === undefined ? undefined : eq(kinds.statusCode, status),
  )
  const isWantedCall = and(
    inScope,
    eq(apiActivities.endpoint, kinds.endpoint),
    eq(apiActivities.statusCode, kinds.statusCode),
    ...within(db, page),
  )
  return sql`
    with recursive kinds as (
      (select ${kind} from ${apiActivities} where ${inScope} order by ${kind} limit 1)
      union all
      select next.* from kinds cross join lateral (
        select ${kind} from ${apiActivities}
         where ${inScope} and (${kind}) > (${kinds.endpoint}, ${kinds.statusCode})
         order by ${kind} limit 1) next
    )
    select ${newest.id} from kinds cross join lateral (
      select ${apiActivities.id}, ${apiActivities.timestamp} from ${apiActivities}
       where ${isWantedCall}
       order by ${desc(apiActivities.timestamp)}, ${desc(apiActivities.id)} limit ${limit}) newest
     where ${isWantedKind}
     order by ${desc(newest.timestamp)}, ${desc(newest.id)} limit ${limit}`
}

function within(db: Db, { organizationId, day, before }: ActivityPage): (SQL | undefined)[] {
  const start = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  const end = start && new Date(start.getTime() + DAY)
  return [
    start && gte(apiActivities.timestamp, start),
    before === undefined
      ? end && lt(apiActivities.timestamp, end)
      : isBefore(db, organizationId, before, end),
  ]
}

const seen = alias(apiActivities, 'seen')

/** As one bound, because PostgreSQL begins to read at only one of two. Retention deletes the oldest calls first. */
function isBefore(db: Db, organizationId: string, id: number, end: Date | undefined): SQL {
  const bound = end && sql.param(end, seen.timestamp)
  const place = db
    .select({
      timestamp: bound ? sql`least(${seen.timestamp}, ${bound})` : seen.timestamp,
      id: bound ? sql`case when ${lt(seen.timestamp, bound)} then ${seen.id} else 0 end` : seen.id,
    })
    .from(seen)
    .where(and(eq(seen.id, id), eq(seen.organizationId, organizationId)))
  return sql`(${apiActivities.timestamp}, ${apiActivities.id}) < ${place}`
}

type FindCallInput = { organizationId: string; requestId: string }

export async function findCall(ctx: Context, input: FindCallInput): Promise<CallDetail> {
  const [row] = await selectCall(ctx, input)
  if (!row) throw new AppError('CALL_NOT_FOUND')
  const { errorCode, rows, numberHash, status } = row
  const { organizationId } = input
  const [batch, recorded, history] = await Promise.all([
    status === 202 ? findBatch(ctx, input) : undefined,
    rows === null ? findRecorded(ctx, input) : null,
    numberHash === null ? [] : selectHistory(ctx, { organizationId, numberHash }),
  ])
  const kept = batch && rows === null ? await readRequested(ctx, batch) : recorded
  return {
    ...toActivity(row),
    batchId: batch && rows !== null ? batch.id : null,
    numberId: numberHash,
    history: history.map(toActivity),
    request: kept?.request ?? null,
    response: kept?.response ?? null,
    errorMessage:
      errorCode === null ? null : (errors.get(errorCode)?.message ?? answerErrors[errorCode] ?? null),
    docs: errorCode === null ? null : docsPath(errorCode),
  }
}

const errors: ReadonlyMap<string, { message: string }> = new Map(Object.entries(errorTable))

const docsPath = (code: string) =>
  code in answerErrors ? `/docs/errors/${code}` : (errorDocsPath(code) ?? null)

export const selectCall = ({ db }: Context, { organizationId, requestId }: FindCallInput) =>
  selectCalls(db, { organizationId, where: eq(apiActivities.requestId, requestId), limit: 1 })

type History = { organizationId: string; numberHash: string }

export function selectHistory({ db }: Context, { organizationId, numberHash }: History) {
  const ids = db
    .select({ id: apiActivities.id })
    .from(apiActivities)
    .where(eq(apiActivities.numberHash, numberHash))
    .orderBy(desc(apiActivities.timestamp))
    .limit(HISTORY_SIZE)
  return selectCalls(db, {
    organizationId,
    where: sql`${apiActivities.id} = any(array(${ids}))`,
    limit: HISTORY_SIZE,
  })
}

async function findBatch({ db }: Context, { organizationId, requestId }: FindCallInput) {
  const [batch] = await db
    .select()
    .from(batches)
    .where(and(eq(batches.organizationId, organizationId), eq(batches.requestId, requestId)))
  return batch
}
