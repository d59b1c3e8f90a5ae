import { eq, sql } from 'drizzle-orm'
import { organizations, quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { cacheOrganization } from '#worker/quota/token-cache.ts'
import { monthlyLimits, type OrganizationStatus, type Tier } from './contract.ts'

type Change = { organizationId: string; tier?: Tier | undefined; status?: OrganizationStatus | undefined }
export type UpdatedOrganization = {
  id: string
  name: string
  tier: Tier
  status: OrganizationStatus
  monthlyLimit: number
}

/** Changes tier and status, and with the tier the monthly limit; it holds at the next call. Throws ORGANIZATION_NOT_FOUND. */
export async function updateOrganization(ctx: Context, change: Change): Promise<UpdatedOrganization> {
  const { organizationId, tier, status } = change
  const theQuota = eq(quotas.organizationId, organizationId)
  const [[organization], [quota]] = await ctx.db.batch([
    ctx.db
      .update(organizations)
      .set({ tier: tier ?? sql`${organizations.tier}`, status: status ?? sql`${organizations.status}` })
      .where(eq(organizations.id, organizationId))
      .returning(),
    ctx.db
      .update(quotas)
      .set({ monthlyLimit: tier ? monthlyLimits[tier] : sql`${quotas.monthlyLimit}` })
      .where(theQuota)
      .returning(),
  ])
  if (!organization || !quota) throw new AppError('ORGANIZATION_NOT_FOUND')
  const updated = {
    id: organization.id,
    name: organization.name,
    tier: organization.tier,
    status: organization.status,
    monthlyLimit: quota.monthlyLimit,
  }
  await cacheOrganization(ctx, { ...updated, vatNumber: organization.vatNumber })
  return updated
}
