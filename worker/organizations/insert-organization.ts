import { apiTokens, freeQuotas, memberships, organizations, quotas } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { monthlyLimits } from '#worker/membership/constants.ts'
import { monthOf } from '#worker/quota/month.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import type { Transaction } from '#worker/transaction.ts'
import { DEFAULT_TOKEN_NAME, type OnboardingStep } from './contract.ts'
import { findFreeQuota } from './free-quota.ts'

type NewOrganization = {
  name: string
  onboarding: Exclude<OnboardingStep, 'done'>
  owner: { id: number; email: string }
}

/** Lock the owner first. */
export async function insertOrganization(
  tx: Transaction,
  { name, onboarding, owner }: NewOrganization,
): Promise<string> {
  const organizationId = generateOrganizationId()
  const { row } = generateToken(organizationId)
  const { isFree: hasFreeQuota, usedCount } = await findFreeQuota(tx, owner)
  await tx.insert(organizations).values({ id: organizationId, name, hasFreeQuota })
  await tx.insert(memberships).values({ userId: owner.id, organizationId, role: 'admin', onboarding })
  await tx.insert(quotas).values({
    organizationId,
    ...(hasFreeQuota ? { monthlyLimit: monthlyLimits.FREE, usedCount } : { monthlyLimit: 0 }),
    resetDate: monthOf(tx.ctx.now).end,
  })
  if (hasFreeQuota) await tx.insert(freeQuotas).values({ organizationId, userId: owner.id })
  await tx.insert(apiTokens).values({
    ...row,
    name: DEFAULT_TOKEN_NAME,
    organizationId,
    permissions: { read: true, validation: true },
    createdBy: owner.id,
  })
  await audit(tx, { event: 'organization.created', organizationId, subject: name, actor: owner })
  return organizationId
}
