import { and, eq, exists, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { apiTokens, organizations, quotas } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import type { Claim, StoredClaim } from '#worker/idempotency/claim.ts'
import { insertClaimFrom, readClaim } from '#worker/idempotency/claim-in-database.ts'
import { type Month, monthOf, quotaAt } from './month.ts'
import { BLOCKS_PER_MONTH, type CachedOrganization, type CachedToken } from './quota-state.ts'

/** Later than the work after a response can run, so that calls in progress don't look lost. */
export const CHECK_DELAY_SECONDS = 35

/** `size` calls were reserved. `reserved` and `used` are PostgreSQL's counts in `month` after that. */
export type Reservation = {
  token: CachedToken
  organization: CachedOrganization
  size: number
  reserved: number
  used: number
  month: Month
  /** Now, or the start of `month` if this machine's clock is behind. */
  at: Date
  /** An earlier claim of the idempotency key. Then nothing was reserved. */
  stored: StoredClaim | undefined
}

type Request = {
  tokenHash: string
  permission: 'read' | 'validation'
  calls: number
  claim?: Claim | undefined
}

export { deleteClaim, storeAnswer } from '#worker/idempotency/claim-in-database.ts'

/**
 * Loads a token, and reserves calls of its organization, never beyond the monthly limit: a block with room for `calls`,
 * or with `exact` just these calls or none, and claims their idempotency key. Reserves nothing for 0 calls, or if the
 * token or the organization may not make calls. Undefined for an unknown token.
 */
export async function reserve(
  { hotDb, now }: BaseContext,
  { tokenHash, permission, calls, claim }: Request,
  { exact }: { exact: boolean },
): Promise<Reservation | undefined> {
  const db = await hotDb()
  const monthIsOver = lte(quotas.resetDate, now)
  const known = db.$with('known').as(
    db
      .select({
        id: apiTokens.id,
        organizationId: apiTokens.organizationId,
        permissions: apiTokens.permissions,
        expiresAt: apiTokens.expiresAt,
        deleteAt: apiTokens.deleteAt,
        status: organizations.status,
        tier: organizations.tier,
        vatNumber: organizations.vatNumber,
        monthlyLimit: quotas.monthlyLimit,
        used: sql<number>`case when ${monthIsOver} then 0 else ${quotas.usedCount} end`.as('used'),
        handedOut:
          sql<number>`case when ${monthIsOver} then 0 else greatest(${quotas.reservedCount}, ${quotas.usedCount}) end`.as(
            'handed_out',
          ),
        resetDate:
          sql`case when ${monthIsOver} then ${sql.param(monthOf(now).end, quotas.resetDate)} else ${quotas.resetDate} end`
            .mapWith(quotas.resetDate)
            .as('next_reset_date'),
      })
      .from(apiTokens)
      .innerJoin(organizations, eq(organizations.id, apiTokens.organizationId))
      .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
      .where(eq(apiTokens.token, tokenHash))
      .for('no key update', { of: quotas }),
  )
  const left = sql`greatest(${known.monthlyLimit} - ${known.handedOut}, 0)`
  const size = exact
    ? sql<number>`case when ${left} >= ${calls}::int then ${calls}::int else 0 end`
    : sql<number>`least(greatest(${calls}::int, ceil(${known.monthlyLimit} / ${BLOCKS_PER_MONTH}::numeric)::int), ${left})`
  const mayCall = and(
    eq(known.status, 'ACTIVE'),
    or(isNull(known.expiresAt), gt(known.expiresAt, now)),
    or(isNull(known.deleteAt), gt(known.deleteAt, now)),
    sql`(${known.permissions} ->> ${permission})::boolean`,
  )
  const claimed =
    claim &&
    db.$with('claimed').as(
      insertClaimFrom(db, claim, now, (columns) =>
        db
          .select(columns)
          .from(known)
          .where(and(mayCall, gt(size, 0))),
      ),
    )
  const reserved = db.$with('reserved').as(
    db
      .update(quotas)
      .set({
        usedCount: sql`${known.used}`,
        reservedCount: sql`${known.handedOut} + ${size}`,
        resetDate: sql`${known.resetDate}`,
        checkAt: checkTime(now),
      })
      .from(known)
      .where(
        and(
          eq(quotas.organizationId, known.organizationId),
          mayCall,
          claimed && exists(db.select().from(claimed)),
          // With nothing left to hand out, this only schedules the check for lost calls.
          calls > 0 ? or(gt(size, 0), gt(known.handedOut, known.used)) : sql`false`,
        ),
      )
      .returning({ size: sql<number>`${quotas.reservedCount} - ${known.handedOut}`.as('size') }),
  )
  const [row] = await db
    .with(...(claimed ? [known, claimed, reserved] : [known, reserved]))
    .select()
    .from(known)
    .leftJoin(reserved, sql`true`)
  if (!row) return undefined
  const { id, permissions, status, tier, monthlyLimit, vatNumber, handedOut, resetDate } = row.known
  const { month, at, used } = quotaAt({ usedCount: row.known.used, resetDate }, now)
  const granted = row.reserved?.size ?? 0
  return {
    token: { id, ...permissions, endsAt: tokenEnd(row.known) },
    organization: { status, tier, monthlyLimit, vatNumber },
    size: granted,
    reserved: handedOut + granted,
    used,
    month,
    at,
    stored: claim && granted === 0 ? await readClaim(db, claim, now) : undefined,
  }
}

function tokenEnd({ expiresAt, deleteAt }: { expiresAt: Date | null; deleteAt: Date | null }): number {
  const ends = [expiresAt, deleteAt].flatMap((date) => (date ? [date.getTime()] : []))
  return ends.length > 0 ? Math.min(...ends) : 0
}

const checkTime = (now: Date) => new Date(now.getTime() + CHECK_DELAY_SECONDS * 1_000)

const inMonth = (organizationId: string, month: Month) =>
  and(eq(quotas.organizationId, organizationId), eq(quotas.resetDate, month.end))

/** For calls that were already answered while Redis was down: reserves them even beyond the limit. */
export async function reserveAnswered(
  { hotDb, now }: BaseContext,
  organizationId: string,
  month: Month,
  calls: number,
): Promise<void> {
  const db = await hotDb()
  await db
    .update(quotas)
    .set({
      reservedCount: sql`greatest(${quotas.reservedCount}, ${quotas.usedCount}) + ${calls}::int`,
      checkAt: checkTime(now),
    })
    .where(inMonth(organizationId, month))
}

export async function unreserve(
  { hotDb }: BaseContext,
  organizationId: string,
  month: Month,
  calls: number,
): Promise<void> {
  const db = await hotDb()
  await db
    .update(quotas)
    .set({ reservedCount: sql`greatest(${quotas.reservedCount} - ${calls}::int, 0)` })
    .where(inMonth(organizationId, month))
}
