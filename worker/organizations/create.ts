import { and, eq, isNull } from 'drizzle-orm'
import { memberships, organizations } from '#db/schema/index.ts'
import { mayBeRepeated } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockCaller } from '#worker/locks.ts'
import { readMembership, selectMemberships } from '#worker/membership/membership.ts'
import { inTransaction } from '#worker/transaction.ts'
import { MAX_OWN_ORGANIZATIONS, type OrganizationDetail, type OrganizationName } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { insertOrganization } from './insert-organization.ts'

/** A repeated call, as after a lost response, returns the organization that the first one created. */
export const createOrganization = (
  ctx: Context,
  { name }: OrganizationName,
  userId: number,
): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const owner = await lockCaller(tx, userId)
    const isOwn = and(eq(memberships.userId, userId), eq(memberships.role, 'admin'))
    const isSame = and(eq(organizations.name, name), isNull(organizations.deleteAt))
    // One transaction inserted both.
    const isCreator = eq(memberships.createdAt, organizations.createdAt)
    const [repeated] = await selectMemberships(tx)
      .where(and(isOwn, isCreator, isSame, mayBeRepeated(organizations.createdAt)))
      .limit(1)
    if (repeated) return describeOrganization(repeated)
    if ((await tx.$count(memberships, isOwn)) >= MAX_OWN_ORGANIZATIONS)
      throw new AppError('ORGANIZATION_LIMIT_REACHED')
    const organizationId = await insertOrganization(tx, { name, onboarding: 'checklist', owner })
    return describeOrganization(await readMembership(tx, { organizationId, userId }))
  })
