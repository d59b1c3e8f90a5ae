import { and, eq, lt } from 'drizzle-orm'
import { memberships, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { MAX_OWN_ORGANIZATIONS, type OrganizationDetail, type OrganizationName } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { insertOrganization } from './insert-organization.ts'
import { isMember, selectMemberships } from './membership.ts'

/** Throws ORGANIZATION_LIMIT_REACHED. The user's row is locked first, so the limit is exact under parallel calls. */
export async function createOrganization(
  ctx: Context,
  { name }: OrganizationName,
  userId: number,
): Promise<OrganizationDetail> {
  const { db } = ctx
  const ownOrganizations = db.$count(
    memberships,
    and(eq(memberships.userId, userId), eq(memberships.role, 'admin')),
  )
  const owner = db.$with('owner').as(
    db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), lt(ownOrganizations, MAX_OWN_ORGANIZATIONS))),
  )
  const { organizationId, newOrganization, parts } = insertOrganization(ctx, {
    name,
    onboarding: 'checklist',
    owner,
  })
  const [, , [membership]] = await db.batch([
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'),
    db
      .with(owner, ...parts)
      .select({ id: newOrganization.id })
      .from(newOrganization),
    selectMemberships(db).where(isMember({ organizationId, userId })),
  ])
  if (!membership) throw new AppError('ORGANIZATION_LIMIT_REACHED')
  return describeOrganization(membership)
}
