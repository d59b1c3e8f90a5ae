import { and, eq, exists, gt, sql } from 'drizzle-orm'
import { memberships, organizations } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import { requestJobsOf } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { isMember, selectMemberships } from './membership.ts'
import { assertPermission, rolesWith } from './permissions.ts'

/**
 * Cancels the deletion, and with it the end of the subscription, unless the grace period is over. A suspended
 * organization stays suspended. Throws ROLE_TOO_LOW, ORGANIZATION_NOT_FOUND.
 */
export async function restoreOrganization(
  ctx: Context,
  organizationId: string,
  userId: number,
): Promise<OrganizationDetail> {
  const { db } = ctx
  const self = { organizationId, userId }
  const mayRestore = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isMember(self, rolesWith('editSettings')))
  const restored = db.$with('restored').as(
    db
      .update(organizations)
      .set({
        deleteAt: null,
        status: sql`case when ${organizations.status} = 'DISABLED' then 'ACTIVE' else ${organizations.status} end`,
      })
      .where(and(eq(organizations.id, organizationId), gt(organizations.deleteAt, now), exists(mayRestore)))
      .returning({ id: organizations.id }),
  )
  const audit = auditPart(ctx, { event: 'organization.restored', organizationId }, restored)
  const subscriptionJob = db.$with('subscription_job').as(requestJobsOf(db, restored))
  const [, [membership]] = await db.batch([
    db.with(restored, audit, subscriptionJob).select().from(restored),
    selectMemberships(db).where(isMember(self)),
  ])
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND')
  assertPermission(membership.role, 'editSettings')
  if (membership.organization.deleteAt !== null) throw new AppError('ORGANIZATION_NOT_FOUND')
  await forgetOrganization(ctx, organizationId)
  return describeOrganization(membership)
}
