import { desc, eq } from 'drizzle-orm'
import { apiActivities } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { ACTIVITY_PAGE_SIZE, type Activity } from './contract.ts'

/** The organization's latest calls, newest first. */
export async function listActivity(ctx: Context, organizationId: string): Promise<Activity[]> {
  const rows = await ctx.db
    .select({
      id: apiActivities.id,
      method: apiActivities.method,
      endpoint: apiActivities.endpoint,
      status: apiActivities.statusCode,
      responseTime: apiActivities.responseTime,
      createdAt: apiActivities.timestamp,
    })
    .from(apiActivities)
    .where(eq(apiActivities.organizationId, organizationId))
    .orderBy(desc(apiActivities.timestamp), desc(apiActivities.id))
    .limit(ACTIVITY_PAGE_SIZE)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
