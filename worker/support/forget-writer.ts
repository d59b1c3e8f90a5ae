import type { SQL } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { supportRequests } from '#db/schema/index.ts'
import { now } from '#db/time.ts'

/** Keeps the requests without the person, and closes them: there is nobody to answer. */
export const forgetWriter = (db: Queries, condition: SQL | undefined) =>
  db
    .update(supportRequests)
    .set({ userId: null, email: null, state: 'closed', updatedAt: now })
    .where(condition)
