import { and, asc, desc, eq, exists, inArray, isNotNull, like, ne, type SQL, sql } from 'drizzle-orm'
import { memberships, organizations, quotas, subscriptions, twoFactors, users } from '#db/schema/index.ts'
import { fromMicroseconds, toMicroseconds } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { quotaFields } from '#worker/membership/membership.ts'
import { quotaAt } from '#worker/quota/month.ts'
import {
  type AdminOrganization,
  MAX_COUNTED,
  USER_PAGE_SIZE,
  type UsersPage,
  type UsersQuery,
} from './contract.ts'

/** Sorted by creation, or by this month's calls of all their organizations, which a job adds up. */
export async function listUsers(ctx: Context, query: UsersQuery): Promise<UsersPage> {
  const { db } = ctx
  const filter = matches(ctx, query)
  const order = query.direction === 'asc' ? asc : desc
  const counted = db
    .select({ id: users.id })
    .from(users)
    .where(filter)
    .limit(MAX_COUNTED + 1)
    .as('counted')
  const [rows, total, matching] = await Promise.all([
    db
      .select({
        ...pick(users, 'id', 'email', 'role', 'createdAt', 'disabledReason'),
        hasTwoFactor: sql<boolean>`${exists(enabledTwoFactor(ctx))}`,
        place: placeOf(query),
      })
      .from(users)
      .where(and(filter, isAfter(query)))
      .orderBy(order(columnOf(query)), order(users.id))
      .limit(USER_PAGE_SIZE + 1),
    db.$count(users),
    filter ? db.$count(counted) : undefined,
  ])
  const page = rows.slice(0, USER_PAGE_SIZE)
  const last = page.at(-1)
  const found = await organizationsOf(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    users: page.map(({ place: _, ...user }) => ({
      ...withIsoDates(user),
      organizations: found.flatMap(({ userId, ...organization }) =>
        userId === user.id ? [organization] : [],
      ),
    })),
    total,
    matching: matching ?? total,
    next: last && rows.length > USER_PAGE_SIZE ? `${last.place}_${last.id}` : null,
  }
}

const enabledTwoFactor = ({ db }: Context) =>
  db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(sql`${twoFactors.userId} = ${users}.id`, isNotNull(twoFactors.enabledAt)))

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

function matches({ db }: Context, { email, tier }: UsersQuery): SQL | undefined {
  const withTier = db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(organizations.tier, tier ?? 'FREE'))
  const hasTier = inArray(users.id, withTier)
  if (email) return and(like(users.email, `%${escapeLike(email)}%`), tier && hasTier)
  // "Is true" prevents a join: PostgreSQL reads the users of a paid tier once.
  return tier && (tier === 'FREE' ? hasTier : sql`(${hasTier}) is true`)
}

const columnOf = ({ sort }: UsersQuery) => (sort === 'usage' ? users.usedCount : users.createdAt)

const placeOf = ({ sort }: UsersQuery) =>
  sort === 'usage' ? sql<string>`${users.usedCount}` : toMicroseconds(users.createdAt)

function isAfter({ after, ...query }: UsersQuery): SQL | undefined {
  const [place, id] = after?.split('_') ?? []
  if (place === undefined || id === undefined) return undefined
  const seen = query.sort === 'usage' ? sql`${place}::bigint` : fromMicroseconds(place)
  const isBeyond = query.direction === 'asc' ? sql`>` : sql`<`
  return sql`(${columnOf(query)}, ${users.id}) ${isBeyond} (${seen}, ${id}::bigint)`
}

async function organizationsOf(
  { db, now }: Context,
  userIds: readonly number[],
): Promise<(AdminOrganization & { userId: number })[]> {
  if (userIds.length === 0) return []
  const paid = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(sql`${subscriptions.organizationId} = ${organizations}.id`, ne(subscriptions.status, 'canceled')),
    )
  const rows = await db
    .select({
      userId: memberships.userId,
      ...pick(organizations, 'id', 'name', 'tier', 'status', 'statusReason', 'deleteAt', 'contractLimit'),
      ...pick(quotas, ...quotaFields),
      hasSubscription: sql<boolean>`${exists(paid)}`,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(inArray(memberships.userId, [...userIds]))
    .orderBy(memberships.id)
  return rows.map(({ resetDate, usedCount, ...row }) => ({
    ...withIsoDates(row),
    usedCount: quotaAt({ usedCount, resetDate }, now).used,
  }))
}
