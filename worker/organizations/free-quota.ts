import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { freeQuotas, memberships, organizations, quotas, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { hmac } from '#worker/lib/digest.ts'
import { lockUser } from '#worker/locks.ts'
import { monthlyLimits } from '#worker/membership/constants.ts'
import { isMember } from '#worker/membership/membership.ts'
import { updateMonthlyLimit } from '#worker/membership/monthly-limit.ts'
import { monthOf } from '#worker/quota/month.ts'
import { usedAt } from '#worker/quota/quota-statements.ts'
import type { Transaction } from '#worker/transaction.ts'

type Owner = { id: number; email: string }

const limit = monthlyLimits.FREE

/** Also counts what the owner used this month with a deleted account of the same email. Lock the owner first. */
export async function findFreeQuota(
  tx: Transaction,
  owner: Owner,
): Promise<{ isFree: boolean; usedCount: number }> {
  const hashes = await Promise.all(tx.ctx.settings.EMAIL_KEYS.map((key) => hashEmail(key, owner.email)))
  const claims = await tx
    .select()
    .from(freeQuotas)
    .where(or(eq(freeQuotas.userId, owner.id), inArray(freeQuotas.emailHash, hashes)))
  const isThisMonth = ({ releasedUntil }: (typeof claims)[number]) =>
    releasedUntil !== null && releasedUntil > tx.ctx.now
  return {
    isFree: claims.every(
      ({ organizationId, releasedUntil }) => organizationId === null || releasedUntil !== null,
    ),
    usedCount: Math.max(0, ...claims.filter(isThisMonth).map(({ usedCount }) => usedCount)),
  }
}

const hashEmail = async ({ secret }: Context['settings']['EMAIL_KEYS'][number], email: string) =>
  (await hmac(secret, `free quota ${email}`)).toString('base64url')

/** Call it when organizations are deleted. Without a limit, calls that are being counted can't exceed what is released. */
export async function releaseFreeQuotas(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const isHeld = and(
    inArray(freeQuotas.organizationId, [...organizationIds]),
    isNull(freeQuotas.releasedUntil),
  )
  const held = await tx.select({ id: freeQuotas.organizationId }).from(freeQuotas).where(isHeld)
  const ids = held.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  const month = monthOf(tx.ctx.now)
  await tx.update(quotas).set({ monthlyLimit: 0 }).where(inArray(quotas.organizationId, ids))
  await tx
    .update(freeQuotas)
    .set({
      usedCount: sql`least(${usedAt(tx.ctx.now)}, ${limit})`,
      releasedUntil: month.end,
    })
    .from(quotas)
    .where(and(isHeld, eq(quotas.organizationId, freeQuotas.organizationId)))
}

const leftBehind = ({ ctx }: Transaction) => ({
  organizationId: null,
  usedCount: limit,
  releasedUntil: monthOf(ctx.now).end,
})

/** Call it when an owner leaves organizations that others keep: this month's free quota stays there. */
export const leaveFreeQuotas = (tx: Transaction, userId: number, organizationId?: string) =>
  tx
    .update(freeQuotas)
    .set(leftBehind(tx))
    .where(
      and(
        eq(freeQuotas.userId, userId),
        isNull(freeQuotas.releasedUntil),
        organizationId === undefined ? undefined : eq(freeQuotas.organizationId, organizationId),
      ),
    )

export const rememberFreeQuotas = async (tx: Transaction, { id, email }: Owner) =>
  tx
    .update(freeQuotas)
    .set({ emailHash: await hashEmail(tx.ctx.settings.EMAIL_KEYS[0], email) })
    .where(eq(freeQuotas.userId, id))

/**
 * Call it when a deletion is canceled. The free quota is lost if its owner now has it in another organization. It stays here if
 * its owner has left meanwhile.
 */
export async function reclaimFreeQuota(tx: Transaction, organizationId: string): Promise<void> {
  const isThis = eq(freeQuotas.organizationId, organizationId)
  const [claim] = await tx.select().from(freeQuotas).where(isThis)
  if (!claim?.releasedUntil) return
  const [owner] = claim.userId === null ? [] : await lockUser(tx, eq(users.id, claim.userId))
  const found = owner && (await findFreeQuota(tx, owner))
  if (found && !found.isFree) {
    await tx.update(organizations).set({ hasFreeQuota: false }).where(eq(organizations.id, organizationId))
    await tx.delete(freeQuotas).where(isThis)
  } else if (!found || (await tx.$count(memberships, isMember({ organizationId, userId: owner.id }))) === 0) {
    await tx.update(freeQuotas).set(leftBehind(tx)).where(isThis)
  } else {
    await tx.update(freeQuotas).set({ releasedUntil: null, usedCount: 0 }).where(isThis)
    await tx
      .update(quotas)
      .set({
        usedCount: sql`greatest(${usedAt(tx.ctx.now)}, ${found.usedCount})`,
        resetDate: monthOf(tx.ctx.now).end,
      })
      .where(eq(quotas.organizationId, organizationId))
  }
  await updateMonthlyLimit(tx, organizationId)
}
