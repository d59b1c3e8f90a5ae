import { and, asc, desc, eq, exists, gt, ilike, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { memberships, organizations, quotas, subscriptions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type AdminOrganization, USER_PAGE_SIZE, type UsersPage, type UsersQuery } from './contract.ts'

/** A page of users with their organizations. The order is by creation, or by this month's calls of all their organizations. */
export async function listUsers(ctx: Context, query: UsersQuery): Promise<UsersPage> {
  const { db, now } = ctx
  const filter = matches(ctx, query)
  const usage = db.$with('usage').as(
    db
      .select({ userId: memberships.userId, used: sql<number>`sum(${quotas.usedCount})`.as('used') })
      .from(memberships)
      .innerJoin(quotas, eq(quotas.organizationId, memberships.organizationId))
      .where(gt(quotas.resetDate, now))
      .groupBy(memberships.userId),
  )
  const value =
    query.sort === 'usage'
      ? sql<number>`coalesce(${usage.used}, 0)::bigint`
      : sql<number>`(extract(epoch from ${users.createdAt}) * 1000000)::bigint`
  const order = query.direction === 'asc' ? asc : desc
  const columns = {
    id: users.id,
    email: users.email,
    role: users.role,
    createdAt: users.createdAt,
    disabledReason: users.disabledReason,
    value,
  }
  const where = and(filter, isAfter(query, value))
  const byUsage = db
    .with(usage)
    .select(columns)
    .from(users)
    .leftJoin(usage, eq(usage.userId, users.id))
    .where(where)
  const byCreation = db.select(columns).from(users).where(where)
  const limit = USER_PAGE_SIZE + 1
  const [rows, total, matching] = await Promise.all([
    query.sort === 'usage'
      ? byUsage.orderBy(order(value), order(users.id)).limit(limit)
      : byCreation.orderBy(order(users.createdAt), order(users.id)).limit(limit),
    db.$count(users),
    filter ? db.$count(users, filter) : undefined,
  ])
  const page = rows.slice(0, USER_PAGE_SIZE)
  const last = page.at(-1)
  const found = await organizationsOf(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    users: page.map(({ value: _, createdAt, ...user }) => ({
      ...user,
      createdAt: createdAt.toISOString(),
      organizations: found.flatMap(({ userId, ...organization }) =>
        userId === user.id ? [organization] : [],
      ),
    })),
    total,
    matching: matching ?? total,
    next: last && rows.length > USER_PAGE_SIZE ? `${last.value}_${last.id}` : null,
  }
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

function matches({ db }: Context, { email, tier }: UsersQuery): SQL | undefined {
  const withTier = db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(sql`${memberships.userId} = ${users}.id`, eq(organizations.tier, tier ?? 'FREE')))
  return and(email ? ilike(users.email, `%${escapeLike(email)}%`) : undefined, tier && exists(withTier))
}

function isAfter({ after, direction }: UsersQuery, value: SQL): SQL | undefined {
  const [seen, id] = after?.split('_') ?? []
  if (seen === undefined || id === undefined) return undefined
  const place = sql`(${seen}::bigint, ${id}::bigint)`
  return direction === 'asc'
    ? sql`(${value}, ${users.id}) > ${place}`
    : sql`(${value}, ${users.id}) < ${place}`
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
  return await db
    .select({
      userId: memberships.userId,
      id: organizations.id,
      name: organizations.name,
      tier: organizations.tier,
      status: organizations.status,
      statusReason: organizations.statusReason,
      contractLimit: organizations.contractLimit,
      usedCount: sql<number>`case when ${quotas.resetDate} > ${sql.param(now, quotas.resetDate)} then ${quotas.usedCount} else 0 end`,
      monthlyLimit: quotas.monthlyLimit,
      hasSubscription: sql<boolean>`${exists(paid)}`,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(inArray(memberships.userId, [...userIds]))
    .orderBy(memberships.id)
}
