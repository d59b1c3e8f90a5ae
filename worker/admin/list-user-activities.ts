import { asc, eq, inArray, sql } from 'drizzle-orm'
import { activityDays, memberships, users } from '#db/schema/index.ts'
import { listActivity } from '#worker/activity/read-page.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { MAX_ACTIVITIES, type UserActivities } from './contract.ts'

const MAX_ORGANIZATIONS = 20

export async function listUserActivities(ctx: Context, userId: number): Promise<UserActivities> {
  const { db } = ctx
  const own = db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id))
    .limit(MAX_ORGANIZATIONS)
  const [[user], organizations, [count]] = await db.batch([
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)),
    own,
    db
      .select({ calls: sql<number>`coalesce(sum(${activityDays.calls}), 0)::int` })
      .from(activityDays)
      .where(inArray(activityDays.organizationId, own)),
  ])
  if (!user) throw new AppError('USER_NOT_FOUND')
  const pages = await Promise.all(
    organizations.map(({ id }) => listActivity(ctx, { organizationId: id, limit: MAX_ACTIVITIES })),
  )
  const activities = pages
    .flat()
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, MAX_ACTIVITIES)
    .map((call) => pick(call, 'id', 'method', 'endpoint', 'status', 'responseTime', 'createdAt'))
  return { activities, total: Math.max(count?.calls ?? 0, activities.length) }
}
