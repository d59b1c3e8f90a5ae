import { and, eq } from 'drizzle-orm'
import { memberships } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockCaller } from '#worker/locks.ts'
import { readMembership } from '#worker/membership/membership.ts'
import { inTransaction } from '#worker/transaction.ts'
import { MAX_OWN_ORGANIZATIONS, type OrganizationDetail, type OrganizationName } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { insertOrganization } from './insert-organization.ts'

export const createOrganization = (
  ctx: Context,
  { name }: OrganizationName,
  userId: number,
): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const owner = await lockCaller(tx, userId)
    const isOwn = and(eq(memberships.userId, userId), eq(memberships.role, 'admin'))
    if ((await tx.$count(memberships, isOwn)) >= MAX_OWN_ORGANIZATIONS)
      throw new AppError('ORGANIZATION_LIMIT_REACHED')
    const organizationId = await insertOrganization(tx, { name, onboarding: 'checklist', owner })
    return describeOrganization(await readMembership(tx, { organizationId, userId }))
  })
