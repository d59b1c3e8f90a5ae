import { sql } from 'drizzle-orm'
import { activityHours } from '#db/schema/index.ts'

const { organizationId, hour, tokenId, country, outcome, calls } = activityHours

export const addToHours = {
  target: [organizationId, hour, tokenId, country, outcome],
  set: { calls: sql`${calls} + excluded.calls` },
}
