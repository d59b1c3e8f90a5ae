import { and, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { cursorOf, isOlder, newestFirst, pageOf } from '#db/newest-first.ts'
import { organizations, records, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { DAY } from '#worker/lib/time.ts'
import { hashesOfSearch } from '#worker/validation/search-hashes.ts'
import { decryptPart, type ReadRecord, readContent, type UnsignedRecord } from './content.ts'
import type {
  ListRecords,
  OpenedRecord,
  RecordDetail,
  RecordList,
  RecordPeriod,
  RecordSummary,
} from './contract.ts'

type Organization = { organizationId: string; isTest?: boolean }
export type RecordId = Organization & { recordId: string }

/** A record past its end counts as deleted, even before cron deletes its row. */
const isKept = ({ now }: Pick<Context, 'now'>, { organizationId, isTest }: Organization) =>
  and(
    eq(records.organizationId, organizationId),
    gt(records.expiresAt, now),
    isTest ? eq(records.live, false) : undefined,
  )

export const isRecord = (ctx: Pick<Context, 'now'>, { recordId, ...organization }: RecordId) =>
  and(isKept(ctx, organization), eq(records.id, recordId))

export const boundsOf = ({ from, to }: RecordPeriod) => ({
  start: from === undefined ? undefined : new Date(from),
  end: to === undefined ? undefined : new Date(Date.parse(to) + DAY),
})

function isOfPeriod(period: RecordPeriod): SQL | undefined {
  const { start, end } = boundsOf(period)
  return and(start && gte(records.createdAt, start), end && lt(records.createdAt, end))
}

const selectRecords = ({ db }: Context, where: SQL | undefined, limit: number) =>
  db
    .select({ row: records, createdBy: users.email, cursor: cursorOf(records) })
    .from(records)
    .leftJoin(users, eq(users.id, records.createdBy))
    .where(where)
    .orderBy(...newestFirst(records))
    .limit(limit)

type Row = Awaited<ReturnType<typeof selectRecords>>[number]

type ListInput = ListRecords & Organization

export async function listRecords(ctx: Context, input: ListInput): Promise<RecordList> {
  const { page, next } = pageOf(await selectPage(ctx, input), input.limit)
  const summaries = page.map(async (row) => describeRow(ctx, row, await readContent(ctx, row.row)))
  return { records: await Promise.all(summaries), next }
}

export function selectPage(
  ctx: Context,
  { search, cursor, limit, isTest = false, organizationId, ...period }: ListInput,
) {
  const where = and(
    isKept(ctx, { organizationId, isTest }),
    isOfPeriod(period),
    search ? isFound(ctx, organizationId, search) : undefined,
    isOlder(records, cursor),
  )
  return selectRecords(ctx, where, limit + 1)
}

function isFound(ctx: Context, organizationId: string, search: string): SQL | undefined {
  const hashes = sql.param(hashesOfSearch(ctx.settings.RECORD_KEYS, organizationId, search))
  // One after the other and by ID. PostgreSQL expects each to be in many rows, and would read all records instead.
  const found = sql`select found.id from unnest(${hashes}::text[]) as hash
    cross join lateral (select id from ${records} where ${records.search} @> array[hash]) as found`
  const reference = z.uuid().safeParse(search)
  return or(
    sql`${records.id} = any(array(${found}))`,
    reference.success ? eq(records.referenceId, reference.data) : undefined,
    eq(records.id, search),
  )
}

const linkEnd = ({ link, linkExpiresAt, expiresAt }: Row['row']) =>
  link === null ? undefined : (linkExpiresAt ?? expiresAt)

const describeRow = (
  { now }: Context,
  { row, createdBy }: Row,
  { record: { response } }: ReadRecord,
): RecordSummary => ({
  id: row.id,
  ...pick(row, 'referenceId', 'live', 'number'),
  countryCode: response.countryCode,
  tin: response.tinInfo.formattedTin ?? response.tin,
  result: response.result,
  name: response.entity.name,
  isShared: (linkEnd(row) ?? now) > now,
  createdBy,
  ...withIsoDates(pick(row, 'createdAt', 'expiresAt')),
})

export async function readRecord(ctx: Context, id: RecordId): Promise<RecordDetail> {
  const [found] = await selectRecords(ctx, isRecord(ctx, id), 1)
  if (!found) throw new AppError('RECORD_NOT_FOUND')
  const { row } = found
  const read = await readContent(ctx, row)
  const summary = describeRow(ctx, found, read)
  const end = linkEnd(row)
  const secret =
    summary.isShared && row.linkSecret ? await decryptPart(ctx, row.linkSecret, row.id, 'link') : undefined
  return {
    ...summary,
    ...contentOf(read),
    link: secret && end ? { url: linkUrl(ctx, secret), expiresAt: end.toISOString() } : null,
  }
}

export async function findRecorded(
  ctx: Context,
  { organizationId, requestId }: { organizationId: string; requestId: string },
): Promise<Pick<UnsignedRecord, 'request' | 'response'> | null> {
  const where = and(isKept(ctx, { organizationId }), eq(records.referenceId, requestId))
  const [found] = await selectRecords(ctx, where, 1)
  if (!found) return null
  const { request, response } = (await readContent(ctx, found.row)).record
  return { request, response: { ...response, recordId: found.row.id } }
}

/** Browsers send no server the part after the #. */
const linkUrl = ({ settings }: Context, secret: string) => `${settings.APP_ORIGIN}/record#${secret}`

const contentOf = (read: ReadRecord) => ({
  request: read.record.request,
  response: read.record.response,
  file: read.jws === null ? null : { record: read.record, jws: read.jws },
})

/** For anyone with the link, while the organization is active. */
export async function openRecord(ctx: Context, secret: string): Promise<OpenedRecord> {
  const [found] = await ctx.db
    .select({ row: records })
    .from(records)
    .innerJoin(organizations, eq(organizations.id, records.organizationId))
    .where(
      and(
        eq(records.link, hashToken(secret)),
        gt(sql`least(${records.linkExpiresAt}, ${records.expiresAt})`, ctx.now),
        eq(organizations.status, 'ACTIVE'),
      ),
    )
  if (!found) throw new AppError('RECORD_NOT_FOUND')
  const { row } = found
  return {
    ...contentOf(await readContent(ctx, row)),
    createdAt: row.createdAt.toISOString(),
    expiresAt: (linkEnd(row) ?? row.expiresAt).toISOString(),
  }
}

const EXPORT_SIZE = 100

export function exportRecords(ctx: Context, organizationId: string) {
  const read = async (last?: { cursor: string }) => {
    const where = and(isKept(ctx, { organizationId }), isOlder(records, last?.cursor))
    const rows = await selectRecords(ctx, where, EXPORT_SIZE)
    return await Promise.all(
      rows.map(async (found) => ({ ...found, read: await readContent(ctx, found.row) })),
    )
  }
  return jsonArray({ size: EXPORT_SIZE, read }, ({ row, createdBy, read: { record, jws } }) => ({
    record,
    jws,
    createdBy,
    ...withIsoDates(pick(row, 'createdAt', 'expiresAt')),
  }))
}
