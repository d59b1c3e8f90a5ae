import { and, desc, eq, getTableColumns, gt, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import * as z from 'zod'
import type { Db } from '#db/client.ts'
import {
  activityDays,
  activityHours,
  apiActivities,
  apiTokens,
  organizations,
  quotas,
  tokenMonths,
} from '#db/schema/index.ts'
import { addToHours } from '#worker/activity/add-hours.ts'
import { outcomes } from '#worker/activity/contract.ts'
import { CHECK_DELAY_SECONDS } from './reserve.ts'

/** A row of `api_activities`. It contains no TIN. */
export const callSchema = z.object({
  /** Makes a repeated write harmless. */
  requestId: z.uuid(),
  organizationId: z.string(),
  tokenId: z.number().int().nullable(),
  method: z.string(),
  endpoint: z.string(),
  statusCode: z.number().int(),
  /** Missing in old entries of the dead-letter queue. */
  outcome: z.enum(outcomes).default('unknown'),
  responseTime: z.number().int(),
  /** These three are missing for batches and in old entries of the dead-letter queue. */
  quotaTime: z.number().int().nullish(),
  registerTime: z.number().int().nullish(),
  errorCode: z.string().nullish(),
  country: z.string().nullable(),
  spent: z.number().int(),
  /** Of a batch. */
  rows: z.number().int().optional(),
  /** Doesn't change when the token was last used. */
  fromDashboard: z.boolean().optional(),
  at: z.iso.datetime(),
})

export type Call = z.infer<typeof callSchema>

const { id: _, ...columns } = getTableColumns(apiActivities)

const fromDashboard = sql.identifier('from_dashboard')
const nameOf = ({ name }: { name: string }) => sql.identifier(toSnakeCase(name))
const columnNames = sql.join(Object.values(columns).map(nameOf), sql`, `)

export type WriteResult = Awaited<ReturnType<typeof writeCalls>>

/**
 * Writes calls, counts by day, by hour and by token, quotas and the tokens' last use in one statement. Calls that are already
 * written change nothing; calls of a deleted organization are dropped. A call of a past month doesn't count toward the
 * quota; the first call of a new month resets it. Rows are locked in key order to prevent deadlocks.
 */
export async function writeCalls(db: Db, calls: readonly Call[]) {
  const rows = await preparedFor(db).execute({ calls: JSON.stringify(calls) })
  return { organizations: rows, tokens: rows[0]?.tokens ?? [] }
}

const prepared = new WeakMap<Db, ReturnType<typeof prepare>>()

/** Building the statement takes longer than everything else a call does after its response. */
function preparedFor(db: Db) {
  const known = prepared.get(db)
  if (known) return known
  const statement = prepare(db)
  prepared.set(db, statement)
  return statement
}

/** `endsAt` as in CachedToken. */
type TokenEnd = { id: number; endsAt: number }
export const tokenEnd = sql<number>`coalesce(floor(extract(epoch from least(${apiTokens.expiresAt}, ${apiTokens.deleteAt})) * 1000), 0)`

/** PostgreSQL doesn't know how few rows a batch has, and reads whole tables to join it. An array uses the index. */
const isAny = (column: SQLWrapper, values: SQLWrapper) => sql`${column} = any(array(${values}))`

function prepare(db: Db) {
  const call = Object.entries(columns).map(([key, column]) => ({
    field: sql.identifier(column === columns.timestamp ? 'at' : key),
    type: sql.raw(column.getSQLType()),
    name: nameOf(column),
  }))
  const input = db.$with('input', columns).as(sql`
      select ${sql.join(
        call.map(({ field, name }) => sql`${field} as ${name}`),
        sql`, `,
      )}, "fromDashboard" is true as ${fromDashboard}
        from jsonb_to_recordset(${sql.placeholder('calls')}::jsonb) as call(${sql.join(
          call.map(({ field, type }) => sql`${field} ${type}`),
          sql`, `,
        )}, "fromDashboard" boolean)`)
  const existing = db.$with('existing').as(
    db
      .select({ id: organizations.id })
      .from(organizations)
      .where(isAny(organizations.id, db.select({ id: input.organizationId }).from(input))),
  )
  const inputColumns = sql.join(
    Object.values(columns).map((column) => sql`${input}.${nameOf(column)}`),
    sql`, `,
  )
  const written = db.$with('written', columns).as(sql`
      insert into ${apiActivities} (${columnNames})
      select ${inputColumns}
        from ${input} join ${existing} on ${existing.id} = ${input.organizationId}
       order by ${input.timestamp}, ${input.requestId}
      on conflict (${nameOf(columns.requestId)}) do nothing
      returning ${columnNames}`)

  const day = sql<string>`(${written.timestamp} at time zone 'UTC')::date`.as('day')
  const days = db.$with('days').as(
    db
      .insert(activityDays)
      .select(
        db
          .select({
            organizationId: written.organizationId,
            day,
            outcome: written.outcome,
            calls: sql<number>`count(*)`.as('calls'),
          })
          .from(written)
          // A batch counts its rows when they have an answer.
          .where(isNull(written.rows))
          .groupBy(written.organizationId, day, written.outcome)
          .orderBy(written.organizationId, day, written.outcome),
      )
      .onConflictDoUpdate({
        target: [activityDays.organizationId, activityDays.day, activityDays.outcome],
        set: { calls: sql`${activityDays.calls} + excluded.calls` },
      }),
  )

  const hour = sql<Date>`date_trunc('hour', ${written.timestamp}, 'UTC')`.as('hour')
  const { tokenId, country, outcome } = written
  const hours = db.$with('hours').as(
    db
      .insert(activityHours)
      .select(
        db
          .select({
            organizationId: written.organizationId,
            hour,
            tokenId,
            country,
            outcome,
            calls: sql<number>`count(*)`.as('calls'),
          })
          .from(written)
          .where(isNull(written.rows))
          .groupBy(written.organizationId, hour, tokenId, country, outcome)
          .orderBy(written.organizationId, hour, tokenId, country, outcome),
      )
      .onConflictDoUpdate(addToHours),
  )

  const existingTokens = db.$with('existing_tokens').as(
    db
      .select({ id: apiTokens.id, endsAt: tokenEnd.as('ends_at') })
      .from(apiTokens)
      .where(isAny(apiTokens.id, db.select({ id: input.tokenId }).from(input))),
  )
  const month = sql<string>`date_trunc('month', ${written.timestamp} at time zone 'UTC')::date`.as('month')
  const tokenUse = db.$with('token_use').as(
    db
      .insert(tokenMonths)
      .select(
        db
          .select({
            tokenId: existingTokens.id,
            month,
            spent: sql<number>`sum(${written.spent})`.as('spent'),
          })
          .from(written)
          .innerJoin(existingTokens, eq(existingTokens.id, written.tokenId))
          .where(gt(written.spent, 0))
          .groupBy(existingTokens.id, month)
          .orderBy(existingTokens.id, month),
      )
      .onConflictDoUpdate({
        target: [tokenMonths.tokenId, tokenMonths.month],
        set: { spent: sql`${tokenMonths.spent} + excluded.spent` },
      }),
  )

  const monthEnd =
    sql<Date>`(date_trunc('month', ${written.timestamp} at time zone 'UTC') + interval '1 month') at time zone 'UTC'`.as(
      'month_end',
    )
  const spent = db.$with('spent').as(
    db
      .selectDistinctOn([written.organizationId], {
        organizationId: written.organizationId,
        monthEnd,
        spentCalls: sql<number>`sum(${written.spent})`.as('spent_calls'),
      })
      .from(written)
      .where(gt(written.spent, 0))
      .groupBy(written.organizationId, monthEnd)
      .orderBy(written.organizationId, desc(monthEnd)),
  )
  const lockedQuotas = db.$with('locked_quotas').as(
    db
      .select({ id: quotas.id, monthEnd: spent.monthEnd, spentCalls: spent.spentCalls })
      .from(quotas)
      .innerJoin(spent, eq(spent.organizationId, quotas.organizationId))
      .where(isAny(quotas.organizationId, db.select({ id: spent.organizationId }).from(spent)))
      .orderBy(quotas.organizationId)
      .for('no key update', { of: quotas }),
  )
  const { monthEnd: callsMonthEnd, spentCalls } = lockedQuotas
  const counted = db.$with('counted').as(
    db
      .update(quotas)
      .set({
        usedCount: sql`case when ${eq(quotas.resetDate, callsMonthEnd)} then ${quotas.usedCount} + ${spentCalls}
                            when ${lt(quotas.resetDate, callsMonthEnd)} then ${spentCalls}
                            else ${quotas.usedCount} end`,
        reservedCount: sql`case when ${lt(quotas.resetDate, callsMonthEnd)} then 0 else ${quotas.reservedCount} end`,
        checkAt: sql`now() + ${CHECK_DELAY_SECONDS} * interval '1 second'`,
        resetDate: sql`greatest(${quotas.resetDate}, ${callsMonthEnd})`,
      })
      .from(lockedQuotas)
      .where(eq(quotas.id, lockedQuotas.id)),
  )

  const used = db.$with('used').as(
    db
      .select({ tokenId: input.tokenId, usedAt: sql<Date>`max(${input.timestamp})`.as('used_at') })
      .from(input)
      .where(and(lt(input.statusCode, 400), sql`not ${fromDashboard}`))
      .groupBy(input.tokenId),
  )
  const isStale = sql`coalesce(${apiTokens.lastUsedAt} < ${used.usedAt} - interval '1 minute', true)`
  const lockedTokens = db.$with('locked_tokens').as(
    db
      .select({ id: apiTokens.id, usedAt: used.usedAt })
      .from(apiTokens)
      .innerJoin(used, eq(used.tokenId, apiTokens.id))
      .where(and(isAny(apiTokens.id, db.select({ id: used.tokenId }).from(used)), isStale))
      .orderBy(apiTokens.id)
      .for('no key update', { of: apiTokens }),
  )
  const touched = db.$with('touched').as(
    db
      .update(apiTokens)
      .set({ lastUsedAt: sql`${lockedTokens.usedAt}` })
      .from(lockedTokens)
      .where(and(eq(apiTokens.id, lockedTokens.id), isStale)),
  )

  return db
    .with(
      input,
      existing,
      written,
      days,
      hours,
      existingTokens,
      tokenUse,
      spent,
      lockedQuotas,
      counted,
      used,
      lockedTokens,
      touched,
    )
    .select({
      id: organizations.id,
      status: organizations.status,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
      monthlyLimit: quotas.monthlyLimit,
      tokens: sql<
        TokenEnd[]
      >`(select coalesce(json_agg(json_build_object('id', id, 'endsAt', ends_at)), '[]') from ${existingTokens})`,
    })
    .from(organizations)
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(isAny(organizations.id, db.select({ id: input.organizationId }).from(input)))
    .prepare('write_calls')
}
