import { sql } from 'drizzle-orm'
import { activityHours } from '#db/schema/index.ts'

const { organizationId, hour, tokenId, country, outcome, calls } = activityHours

/** For an insert into `activity_hours`, with its rows in the order of the key. */
export const addToHours = {
  target: [organizationId, hour, tokenId, country, outcome],
  set: { calls: sql`${calls} + excluded.calls` },
}
