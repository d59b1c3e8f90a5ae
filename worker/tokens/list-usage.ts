import { and, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activityHours } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY } from '#worker/lib/time.ts'
import { type TokenUsage, USAGE_DAYS } from './contract.ts'

export async function listTokenUsage({ db, now }: Context, organizationId: string): Promise<TokenUsage[]> {
  const start = (Math.floor(now.getTime() / DAY) - USAGE_DAYS + 1) * DAY
  const usage = new Map<number, number[]>()
  for (const { tokenId, day, calls } of await selectTokenDays(db, organizationId, new Date(start))) {
    const days = usage.get(tokenId) ?? Array<number>(USAGE_DAYS).fill(0)
    usage.set(tokenId, days)
    const index = (Date.parse(day) - start) / DAY
    if (index < USAGE_DAYS) days[index] = calls
  }
  return [...usage].map(([tokenId, days]) => ({ tokenId, days }))
}

function selectTokenDays(db: Db, organizationId: string, from: Date) {
  const { hour, outcome, calls } = activityHours
  const tokenId = sql<number>`${activityHours.tokenId}`
  const day = sql<string>`(${hour} at time zone 'UTC')::date::text`
  return db
    .select({ tokenId, day, calls: sql<number>`sum(${calls})::int` })
    .from(activityHours)
    .where(
      and(
        eq(activityHours.organizationId, organizationId),
        gte(hour, from),
        isNotNull(activityHours.tokenId),
        ne(outcome, 'refused'),
      ),
    )
    .groupBy(tokenId, day)
}
