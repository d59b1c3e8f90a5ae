import { and, eq, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { apiActivities, apiTokens, organizations, quotas } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { formatNetwork, parseNetwork } from '#worker/lib/ip-networks.ts'
import { pick } from '#worker/lib/pick.ts'
import type { AuthorizationRequest, CountedCall } from './authorization.ts'
import { monthOf, quotaAt } from './month.ts'
import type { CachedOrganization, CachedToken } from './quota-state.ts'

/** Milliseconds since 1970, the earlier of expiry and scheduled deletion; 0 is never. */
const tokenEnd =
  sql`coalesce(floor(extract(epoch from least(${apiTokens.expiresAt}, ${apiTokens.deleteAt})) * 1000), 0)`.mapWith(
    Number,
  )

/** When a job compares the counter in Redis, unless more calls come. */
export const nextCheck = sql`now() + interval '2 minutes'`

const columns = {
  organizationId: quotas.organizationId,
  ...pick(organizations, 'status', 'tier', 'vatNumber', 'keepsRecords', 'recordYears'),
  monthlyLimit: quotas.monthlyLimit,
  usedCount: quotas.usedCount,
  resetDate: quotas.resetDate,
  token: {
    hash: apiTokens.token,
    /** Calls with a rotated token's old secret are the token's. */
    id: sql`coalesce(${apiTokens.rotatedToId}, ${apiTokens.id})`.mapWith(Number).as('token_id'),
    permissions: apiTokens.permissions,
    endsAt: tokenEnd.as('ends_at'),
    allowedIps: apiTokens.allowedIps,
  },
}

/** At `at`, which decides the month. */
export type Quota = {
  organizationId: string
  organization: CachedOrganization
  used: number
  at: Date
  /** By their hashes. */
  tokens: Map<string, CachedToken>
}

const selectQuotas = (db: Db, organizationIds: readonly string[]) =>
  db
    .select(columns)
    .from(quotas)
    .innerJoin(organizations, eq(organizations.id, quotas.organizationId))
    .leftJoin(apiTokens, eq(apiTokens.organizationId, quotas.organizationId))
    .where(inArray(quotas.organizationId, [...organizationIds]))

type QuotaRow = Awaited<ReturnType<typeof selectQuotas>>[number]

/** With all tokens. */
export async function readQuotas(db: Db, organizationIds: readonly string[], now: Date): Promise<Quota[]> {
  const rows = await selectQuotas(db, organizationIds)
  const grouped = Map.groupBy(rows, ({ organizationId }) => organizationId)
  return [...grouped.values()].flatMap((own) => toQuota(own, now) ?? [])
}

function toQuota(rows: readonly QuotaRow[], now: Date): Quota | undefined {
  const [row] = rows
  if (!row) return undefined
  const { organizationId } = row
  const tokens = rows.flatMap(({ token }): [string, CachedToken][] =>
    token ? [[token.hash, { ...pick(token, 'id', 'endsAt', 'allowedIps'), ...token.permissions }]] : [],
  )
  const { used, at } = quotaAt(row, now)
  const organization = pick(row, 'status', 'tier', 'monthlyLimit', 'vatNumber', 'keepsRecords', 'recordYears')
  return { organizationId, organization, used, at, tokens: new Map(tokens) }
}

type NewCall = CountedCall & { organizationId: string; tokenId: number; now: Date }

export type CountedInDatabase = {
  at: Date
  used: number
  monthlyLimit: number
  isCounted: boolean
  /** Whether it was before. */
  isRecorded: boolean
}

/**
 * Counts the call unless the limit is reached or it is recorded, and writes its row without a response time, which follows
 * after the answer. Undefined without an organization.
 */
export async function countCall(
  db: Db,
  { organizationId, tokenId, now, requestId, method, endpoint, country }: NewCall,
): Promise<CountedInDatabase | undefined> {
  const own = eq(quotas.organizationId, organizationId)
  const isOver = lte(quotas.resetDate, now)
  const used = sql`case when ${isOver} then 0 else ${quotas.usedCount} end`
  const nextReset = sql.param(monthOf(now).end, quotas.resetDate)
  const isRecorded = sql<boolean>`exists (select from ${apiActivities} where ${apiActivities.requestId} = ${requestId})`
  const count = db.$with('count').as(
    db
      .update(quotas)
      .set({
        usedCount: sql`${used} + 1`,
        resetDate: sql`case when ${isOver} then ${nextReset} else ${quotas.resetDate} end`,
        checkAt: nextCheck,
      })
      // Parallel calls wait for the row, and see the count of the one before.
      .where(and(own, sql`${used} < ${quotas.monthlyLimit}`, not(isRecorded)))
      .returning({ usedCount: quotas.usedCount, resetDate: quotas.resetDate }),
  )
  const timestamp = sql`greatest(${sql.param(now, quotas.resetDate)}::timestamptz, ${count.resetDate} - interval '1 month')`
  const written = db.$with('written', { id: apiActivities.id }).as(sql`
    insert into ${apiActivities}
      (request_id, organization_id, token_id, method, endpoint, status_code, country, spent, timestamp)
    select ${requestId}::uuid, ${organizationId}, ${tokenId}::int, ${method}, ${endpoint}, 200, ${country}, 1, ${timestamp}
      from ${count}`)
  const [row] = await db
    .with(count, written)
    .select({
      before: pick(quotas, 'usedCount', 'resetDate', 'monthlyLimit'),
      counted: { usedCount: count.usedCount, resetDate: count.resetDate },
      isRecorded,
    })
    .from(quotas)
    .leftJoin(count, sql`true`)
    .where(own)
  if (!row) return undefined
  const { before, counted } = row
  return {
    ...pick(quotaAt(counted ?? before, now), 'at', 'used'),
    monthlyLimit: before.monthlyLimit,
    isCounted: counted !== null,
    isRecorded: row.isRecorded,
  }
}

/** Null for an address that can't be read. */
function toInet(ip: string): string | null {
  const network = parseNetwork(ip)
  return network ? formatNetwork(network) : null
}

/** For a call that the token's allow-list refused. */
export async function noteRefusedIp(
  db: Db,
  { tokenHash, ip = '' }: Pick<AuthorizationRequest, 'tokenHash' | 'ip'>,
): Promise<void> {
  const refused = { lastRefusedIp: toInet(ip), lastRefusedAt: now }
  await db.update(apiTokens).set(refused).where(eq(apiTokens.token, tokenHash))
}

/** For a call that was counted and then failed. Does nothing once its outcome is recorded. */
export async function takeBackCall(
  db: Db,
  organizationId: string,
  { requestId }: CountedCall,
): Promise<void> {
  const deleted = db.$with('deleted').as(
    db
      .delete(apiActivities)
      .where(and(eq(apiActivities.requestId, requestId), isNull(apiActivities.responseTime)))
      .returning({ timestamp: apiActivities.timestamp }),
  )
  await db
    .with(deleted)
    .update(quotas)
    .set({ usedCount: sql`greatest(${quotas.usedCount} - 1, 0)`, checkAt: nextCheck })
    .from(deleted)
    .where(
      and(
        eq(quotas.organizationId, organizationId),
        sql`${deleted.timestamp} >= ${quotas.resetDate} - interval '1 month'`,
      ),
    )
}
