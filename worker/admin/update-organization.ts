import { and, type Column, eq, exists, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import { organizations, quotas, subscriptions } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { monthlyLimitOf } from '#worker/organizations/monthly-limit.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'
import type { AdminOrganization, updateOrganizationSchema } from './contract.ts'

type Change = z.infer<typeof updateOrganizationSchema> & { organizationId: string }

/**
 * Changes tier, status and contract limit, and with them the monthly limit, from the next API call on. Making it active also
 * cancels its deletion. The limit of a contract ends with the ENTERPRISE tier. Throws ORGANIZATION_NOT_FOUND, and
 * INVALID_INPUT for a limit without the ENTERPRISE tier.
 */
export async function updateOrganization(
  ctx: Context,
  { organizationId, tier, status, contractLimit, reason }: Change,
): Promise<AdminOrganization> {
  const { db } = ctx
  const before = alias(organizations, 'before')
  const newTier = sql`coalesce(${tier ?? null}::text, ${organizations.tier})`
  const newLimit =
    contractLimit === undefined ? sql`${organizations.contractLimit}` : sql`${contractLimit}::int`
  const changed = db.$with('changed').as(
    db
      .update(organizations)
      .set({
        tier,
        status,
        contractLimit: sql`case when ${newTier} = 'ENTERPRISE' then ${newLimit} end`,
        ...(status && { statusReason: status === 'ACTIVE' ? null : (reason ?? null) }),
        ...(status === 'ACTIVE' && { deleteAt: null }),
      })
      .from(before)
      .where(
        and(
          eq(organizations.id, organizationId),
          eq(before.id, organizations.id),
          typeof contractLimit === 'number' ? sql`${newTier} = 'ENTERPRISE'` : undefined,
        ),
      )
      .returning({
        id: organizations.id,
        name: organizations.name,
        tier: organizations.tier,
        status: organizations.status,
        statusReason: organizations.statusReason,
        contractLimit: organizations.contractLimit,
        before: planOf(before).as('plan_before'),
        after: planOf(organizations).as('plan_after'),
      }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'admin.organization_changed',
      organizationId,
      subject: changed.name,
      before: sql`${changed.before}`,
      after: sql`${changed.after} || ${JSON.stringify(reason ? { reason } : {})}::jsonb`,
    },
    changed,
  )
  const quota = db.$with('quota').as(
    db
      .update(quotas)
      .set({ monthlyLimit: monthlyLimitOf(changed) })
      .from(changed)
      .where(eq(quotas.organizationId, changed.id))
      .returning({ usedCount: quotas.usedCount, monthlyLimit: quotas.monthlyLimit }),
  )
  const paid = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), ne(subscriptions.status, 'canceled')))
  const [[updated], [found]] = await db.batch([
    db
      .with(changed, audit, quota)
      .select({
        id: changed.id,
        name: changed.name,
        tier: changed.tier,
        status: changed.status,
        statusReason: changed.statusReason,
        contractLimit: changed.contractLimit,
        usedCount: quota.usedCount,
        monthlyLimit: quota.monthlyLimit,
        hasSubscription: sql<boolean>`${exists(paid)}`,
      })
      .from(changed)
      .innerJoin(quota, sql`true`),
    db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId)),
  ])
  if (!found) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (!updated) throw contractNeedsEnterprise()
  await forgetOrganization(ctx, organizationId)
  return updated
}

const planOf = (table: { tier: Column; status: Column; contractLimit: Column }) =>
  sql`jsonb_build_object('tier', ${table.tier}, 'status', ${table.status}, 'contractLimit', ${table.contractLimit})`

function contractNeedsEnterprise(): AppError {
  const message = 'Only an ENTERPRISE organization can have its own limit'
  return new AppError('INVALID_INPUT', { message, details: [{ path: 'contractLimit', message }] })
}
