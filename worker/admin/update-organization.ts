import { eq, sql } from 'drizzle-orm'
import { organizations, quotas } from '#db/schema/index.ts'
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
  const [[organization], [quota]] = await ctx.db.batch([
    ctx.db
      .update(organizations)
      .set({ tier, status, ...(status === 'ACTIVE' && { deleteAt: null }) })
      .where(eq(organizations.id, organizationId))
      .returning(),
    ctx.db
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
