import { and, type Column, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { organizations, quotas } from '#db/schema/index.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import { requestJobsOf } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { monthlyLimits, type OrganizationStatus, type Tier } from '#worker/organizations/contract.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'

type Change = { organizationId: string; tier?: Tier | undefined; status?: OrganizationStatus | undefined }
type UpdatedOrganization = {
  id: string
  name: string
  tier: Tier
  status: OrganizationStatus
  monthlyLimit: number
}

/**
 * Changes tier (and with it the monthly limit) and status, from the next API call on. Making it active also cancels its
 * deletion. Throws ORGANIZATION_NOT_FOUND.
 */
export async function updateOrganization(
  ctx: Context,
  { organizationId, tier, status }: Change,
): Promise<UpdatedOrganization> {
  const { db } = ctx
  const before = alias(organizations, 'before')
  const changed = db.$with('changed').as(
    db
      .update(organizations)
      .set({ tier, status, ...(status === 'ACTIVE' && { deleteAt: null }) })
      .from(before)
      .where(and(eq(organizations.id, organizationId), eq(before.id, organizations.id)))
      .returning({
        id: organizations.id,
        name: organizations.name,
        tier: organizations.tier,
        status: organizations.status,
        before: planOf(before).as('plan_before'),
        after: planOf(organizations).as('plan_after'),
      }),
  )
  const audit = db.$with('audit').as(
    insertAudit(
      ctx,
      {
        event: 'admin.organization_changed',
        organizationId,
        subject: changed.name,
        before: sql`${changed.before}`,
        after: sql`${changed.after}`,
      },
      changed,
    ),
  )
  const subscriptionJob = db.$with('subscription_job').as(requestJobsOf(db, changed))
  const [[organization], [quota]] = await db.batch([
    db
      .with(changed, audit, ...(status === 'ACTIVE' ? [subscriptionJob] : []))
      .select({ id: changed.id, name: changed.name, tier: changed.tier, status: changed.status })
      .from(changed),
    db
      .update(quotas)
      .set({ monthlyLimit: tier ? monthlyLimits[tier] : sql`${quotas.monthlyLimit}` })
      .where(eq(quotas.organizationId, organizationId))
      .returning(),
  ])
  if (!organization || !quota) throw new AppError('ORGANIZATION_NOT_FOUND')
  const { id, name } = organization
  const updated = {
    id,
    name,
    tier: organization.tier,
    status: organization.status,
    monthlyLimit: quota.monthlyLimit,
  }
  await forgetOrganization(ctx, id)
  return updated
}

const planOf = (table: { tier: Column; status: Column }) =>
  sql`jsonb_build_object('tier', ${table.tier}, 'status', ${table.status})`
