import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { memberships, organizations, quotas, subscriptions, twoFactors } from '#db/schema/index.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { DAY } from '#worker/lib/time.ts'
import { lockOrganization } from '#worker/locks.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import { type MemberRole, TWO_FACTOR_GRACE_DAYS } from './constants.ts'
import { assertPermission, type Changer, may, type Permission } from './permissions.ts'

export const userFields = ['id', 'email', 'role', 'firstName', 'lastName', 'timeZone', 'createdAt'] as const
export const organizationFields = [
  'id',
  'name',
  'tier',
  'status',
  'createdAt',
  'vatNumber',
  'batchRetentionDays',
  'monitorDigest',
  'keepsRecords',
  'recordYears',
  'statusReason',
  'deleteAt',
  'twoFactorRequiredAt',
] as const
export const quotaFields = ['monthlyLimit', 'usedCount', 'resetDate'] as const

export type Membership = Awaited<ReturnType<typeof selectMemberships>>[number]

export const selectMemberships = (db: Queries) =>
  db
    .select({
      role: memberships.role,
      onboarding: memberships.onboarding,
      joinedAt: memberships.createdAt,
      twoFactorEnabledAt: twoFactors.enabledAt,
      organization: {
        ...pick(organizations, ...organizationFields),
        ...pick(quotas, ...quotaFields),
        pastDueSince: subscriptions.pastDueSince,
      },
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .leftJoin(twoFactors, eq(twoFactors.userId, memberships.userId))

const GRACE = TWO_FACTOR_GRACE_DAYS * DAY

/** When the member loses access without two-factor sign-in. Null if it's on, or isn't required. */
export function twoFactorDueAt({ joinedAt, twoFactorEnabledAt, organization }: Membership): Date | null {
  const { twoFactorRequiredAt } = organization
  if (!twoFactorRequiredAt || twoFactorEnabledAt) return null
  return new Date(Math.max(twoFactorRequiredAt.getTime(), joinedAt.getTime()) + GRACE)
}

type MemberId = { organizationId: string; userId: number }

/** The user must be a member. */
export const readMembership = (tx: Transaction, id: MemberId): Promise<Membership> =>
  selectMemberships(tx).where(isMember(id)).then(oneRow)

export const isMember = ({ organizationId, userId }: MemberId) =>
  and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId))

/** For `find`, which finds members of the organization in the outer query. */
export function memberConditions(db: Queries, userId: number) {
  const ofOrganization = eq(memberships.organizationId, organizations.id)
  const find = (condition: SQL | undefined) =>
    db.select({ id: memberships.id }).from(memberships).where(and(ofOrganization, condition))
  const isOwn = eq(memberships.userId, userId)
  const isOther = ne(memberships.userId, userId)
  const isAdmin = eq(memberships.role, 'admin')
  return { find, isOwn, isOther, isAdmin }
}

export function assertActive({
  status,
  deleteAt,
}: Pick<Membership['organization'], 'status' | 'deleteAt'>): void {
  if (status === 'ACTIVE') return
  throw new AppError('ORGANIZATION_SUSPENDED', {
    ...(deleteAt && { message: 'This organization will be deleted. Until then, an admin can restore it.' }),
  })
}

type Need = { active?: boolean; permission?: Permission | undefined }

/**
 * Before a member changes something of the organization: waits for their removal or a new role, and for its deletion. Throws
 * ORGANIZATION_NOT_FOUND, as if the organization of others didn't exist, ORGANIZATION_SUSPENDED and ROLE_TOO_LOW.
 */
export async function lockMembership(
  tx: Transaction,
  id: MemberId,
  { permission, ...need }: Need = {},
): Promise<MemberRole> {
  await lock(tx, id.organizationId, need)
  const [member] = await tx.select({ role: memberships.role }).from(memberships).where(isMember(id))
  if (!member) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (permission) assertPermission(member.role, permission)
  return member.role
}

async function lock(tx: Transaction, organizationId: string, { active = true }: Need): Promise<void> {
  const [organization] = await lockOrganization(tx, organizationId)
  if (organization && active) assertActive(organization)
}

/** Before something that a member made is changed, by a member or, if `userId` is null, by an API token. */
export async function lockChanger(
  tx: Transaction,
  { organizationId, userId }: { organizationId: string; userId: number | null },
  need: Pick<Need, 'active'> = {},
): Promise<Changer> {
  if (userId === null) {
    await lock(tx, organizationId, need)
    return null
  }
  const role = await lockMembership(tx, { organizationId, userId }, need)
  return { userId, mayManageAll: may(role, 'manageTokens') }
}
