import { and, eq, gt, sql } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import { requestJobsOf } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { isMember, requirePermission, selectMemberships } from './membership.ts'

/** Restores the subscription, too; a suspended one stays suspended. Throws ROLE_TOO_LOW, ORGANIZATION_NOT_FOUND. */
export const restoreOrganization = (
  ctx: Context,
  organizationId: string,
  userId: number,
): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const self = { organizationId, userId }
    await requirePermission(tx, self, 'editSettings')
    const restored = await tx
      .update(organizations)
      .set({
        deleteAt: null,
        status: sql`case when ${organizations.status} = 'DISABLED' then 'ACTIVE' else ${organizations.status} end`,
      })
      .where(and(eq(organizations.id, organizationId), gt(organizations.deleteAt, now)))
      .returning({ id: organizations.id })
    const membership = oneRow(await selectMemberships(tx).where(isMember(self)))
    if (membership.organization.deleteAt !== null) throw new AppError('ORGANIZATION_NOT_FOUND')
    if (restored.length > 0) {
      await audit(tx, { event: 'organization.restored', organizationId })
      await requestJobsOf(tx, [organizationId])
      tx.afterCommit(() => forgetOrganization(ctx, organizationId))
    }
    return describeOrganization(membership)
  })
